import { leafOf } from './chain.js';
import type { ErasureCover } from './erasure-cover.js';
import type { Findings } from './findings.js';
import { commitOf, holdsSeal, sealFaults, unsealRecord } from './seal-entry.js';
import type { StoredEntry } from './store.js';

/** An entry of which something is left. */
type Kept = StoredEntry & { readonly body: string };

/**
 * Is one entry, for itself, what was written. What stands in it is of unknown origin: whatever cannot be read at all is
 * changed.
 *
 * @returns False where its fields do not give its leaf.
 */
export function checkEntry(entry: StoredEntry, cover: ErasureCover, findings: Findings): boolean {
  if (!isKept(entry)) {
    if (!cover.entry(entry))
      findings.add('ledger.content_missing', entry, 'the entry is gone, and no note erased it');
    return true;
  }
  if (leafOf(entry) !== entry.leaf) return false;
  if (entry.salt === null) checkErased(entry, cover, findings);
  else checkContent({ ...entry, salt: entry.salt }, findings);
  checkLeftOver(entry, cover, findings);
  return true;
}

function isKept(entry: StoredEntry): entry is Kept {
  return entry.body !== null;
}

function checkErased(entry: Kept, cover: ErasureCover, findings: Findings): void {
  if (entry.content !== null)
    findings.add('ledger.content_changed', entry, 'its personal content is there without its salt');
  if (cover.content(entry)) return;
  findings.add('ledger.content_missing', entry, 'its personal content is gone, and no note erased it');
}

function checkContent(entry: Kept & { readonly salt: string }, findings: Findings): void {
  try {
    checkFields(entry, findings);
  } catch (error) {
    // What was chained anew may hold anything.
    if (!(error instanceof SyntaxError)) throw error;
    findings.add('ledger.changed', entry, 'it cannot be read');
  }
}

function checkFields(entry: Kept & { readonly salt: string }, findings: Findings): void {
  if (entry.content === null && holdsSeal(entry.body)) {
    findings.add('ledger.content_missing', entry, 'its personal content is gone, though its salt is there');
    return;
  }
  const faults = sealFaults(entry);
  for (const where of faults)
    findings.add('ledger.content_changed', entry, `its personal field ${where} is not what was written`);
  if (faults.length === 0 && isRespelled(entry))
    findings.add(
      'ledger.content_changed',
      entry,
      'its personal content is spelled otherwise than it was written',
    );
  if (faults.length === 0 && commitOf(unsealRecord(entry), entry.salt) !== entry.commit)
    findings.add('ledger.changed', entry, 'what a copy of it is known by is not what was written');
}

/** A member that is there twice, or a blank, could hold what no reader shows. */
function isRespelled({ content }: Kept): boolean {
  return content !== null && JSON.stringify(JSON.parse(content)) !== content;
}

function checkLeftOver(entry: Kept, cover: ErasureCover, findings: Findings): void {
  const content = entry.content !== null && cover.content(entry);
  if (content || cover.entry(entry))
    findings.add('ledger.erase_unfinished', entry, 'a note says that it was erased, and it is still there');
}

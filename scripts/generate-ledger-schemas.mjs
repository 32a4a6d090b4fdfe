// Writes schemas/ledger-note.schema.json and schemas/ledger-entry.schema.json: what notes and entries are, with the
// published schemas of what they hold put in, so that each file is whole and an editor needs no network.
// `node scripts/generate-ledger-schemas.mjs` writes them; `--check` fails where one is stale.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const ID = 'https://edge-contracts.dev/schemas/';
const DRAFT = 'https://json-schema.org/draft/2020-12/schema';
const LARGEST = 9007199254740991;

/** The two schemas, by name. */
export function generateLedgerSchemas() {
  const note = noteSchema();
  return { 'ledger-note': note, 'ledger-entry': entrySchema(note) };
}

const text = (description, most = 256) => ({ description, type: 'string', minLength: 1, maxLength: most });
const orNull = (schema) => ({ ...schema, type: [schema.type, 'null'] });
const count = (description, minimum = 0) => ({ description, type: 'integer', minimum, maximum: LARGEST });
const words = (description, ...values) => ({ description, type: 'string', enum: values });
const only = (description, value) => ({ description, const: value });
const ref = (name) => ({ $ref: `#/$defs/${name}` });
const either = (description, ...anyOf) => ({ description, anyOf });
const object = (description, properties, optional = []) => ({
  description,
  type: 'object',
  additionalProperties: false,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  properties,
});
const digest = (description) => ({ description, type: 'string', pattern: '^sha256:[0-9a-f]{64}$' });
const time = (description) => ({
  description,
  type: 'string',
  format: 'date-time',
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d{1,9})?(Z|[+-]\\d{2}:\\d{2})$',
  maxLength: 35,
});

function noteSchema() {
  const verdict = part('verdict');
  const alert = part('alert');
  return {
    $schema: DRAFT,
    $id: `${ID}ledger-note.schema.json`,
    title: 'Note of the ledger',
    description: 'What the ledger keeps beside the records of runs.',
    type: 'object',
    oneOf: Object.keys(NOTES).map((kind) => ref(`${kind}Note`)),
    $defs: {
      ...verdict.defs,
      ...alert.defs,
      verdict: verdict.schema,
      facts: part('facts').schema,
      alert: alert.schema,
      ...Object.fromEntries(Object.entries(NOTES).map(([kind, note]) => [`${kind}Note`, noteOf(kind, note)])),
    },
  };
}

function noteOf(kind, { description, members, optional = [], more = {} }) {
  const note = object(
    description,
    {
      schema: only('The version of this format.', 'edge-contracts/ledger-note/v1'),
      kind: only('What the note is.', kind),
      id: text('Unique in the ledger among notes of its kind.'),
      at: time('When it was written, by the clock of its writer: RFC 3339.'),
      simulated: only('It happened in a simulation; whatever shows it says so.', true),
      ...members,
    },
    ['simulated', ...optional],
  );
  return { ...note, ...more };
}

const by = text('A person or a team.');
const reason = text('Why.', 10000);
const run = text('The id of the run.');

const setting = (what, members = {}, description = `What was set: ${what}.`) =>
  object(description, { what: only('What was set.', what), ...members });

const NOTES = {
  verdict: {
    description: 'What a gate decided of one attempt, with all that is needed to decide it again.',
    members: {
      run,
      verdict: { description: 'What was decided.', ...ref('verdict') },
      facts: either('What it was decided on; null where the gate did not keep them.', ref('facts'), {
        type: 'null',
      }),
      contract_source: orNull(
        digest(
          'Of the resolved source of the contract, among the blobs of the ledger; null where none was kept.',
        ),
      ),
    },
  },
  override: {
    description: 'What somebody on call set, without a deploy.',
    members: {
      edge: text('The name of the edge.'),
      set: either(
        'What was set.',
        setting('compose', { value: only('How.', 'force') }),
        setting('mode', { value: words('Which.', 'enforce', 'warn', 'observe') }),
        setting('acknowledge', { alert: text('The id of the alert.', 1000) }),
        setting('silence'),
        setting('end', { override: text('The id of the override that ends.') }),
      ),
      by,
      reason,
      until: orNull(time('When it ends by itself; null for `acknowledge` and `end`, which do not end.')),
    },
    more: {
      if: {
        properties: {
          set: {
            type: 'object',
            properties: { what: { type: 'string', enum: ['acknowledge', 'end'] } },
          },
        },
      },
      // biome-ignore lint/suspicious/noThenProperty: it is the keyword's name.
      then: { properties: { until: { type: 'null' } } },
      else: { properties: { until: { type: 'string' } } },
    },
  },
  alert: {
    description: 'An alert changed its state.',
    members: {
      alert: { description: 'The alert as it is now.', ...ref('alert') },
      silenced: only('It was sent to nobody, since the edge was silenced.', true),
    },
    optional: ['silenced'],
  },
  judgement: {
    description: 'The word of a person on what a gate found.',
    members: {
      run,
      hop: count('The hop.', 1),
      attempt: count('The attempt.', 1),
      code: text('The code of the finding.'),
      constraint: orNull(text('The id of the constraint that it is about; null where it is about none.')),
      label: words('Was it right.', 'right', 'wrong'),
      by,
      reason,
    },
  },
  checkpoint: {
    description: 'The state of the whole ledger, signed.',
    members: {
      head: object('The last entry that it covers.', {
        seq: count('Its number.'),
        chain: digest('The value of the chain there.'),
      }),
      runs: object('The runs that it covers.', {
        count: count('How many there were.'),
        digest: digest('Of their heads, in the order of their first entries.'),
      }),
      refusals: object('What had been refused; checkpoints of earlier versions have none.', {
        count: count('How many records.'),
        digest: digest('Of the list, in its order, without what the records said.'),
      }),
      keyid: {
        description: 'SHA-256 of the SPKI DER of the public key, in hexadecimal.',
        type: 'string',
        pattern: '^[0-9a-f]{64}$',
      },
      signature: {
        description: 'Ed25519 over the canonical JSON of this note without `signature`; base64.',
        type: 'string',
        pattern: '^[A-Za-z0-9+/]{86}==$',
      },
    },
    optional: ['refusals'],
  },
  erasure: {
    description: 'Content was taken out of the ledger; the chain stays valid over what is left.',
    members: {
      what: words(
        'content: the personal fields. entries: everything but the values of the chain.',
        'content',
        'entries',
      ),
      of: either(
        'Which.',
        object('One run.', { run }),
        object('All entries that the ledger got before a time.', { before: time('Before when.') }),
      ),
      count: count('How many entries.'),
      also: {
        description: 'With a run: the numbers of alerts that may quote it, whose content went too.',
        type: 'array',
        minItems: 1,
        maxItems: 10_000,
        items: count('The number of an entry.', 1),
      },
      unsent: count('How many alerts waited to be sent that may quote what went: they are gone unsent.', 1),
      by,
      reason,
    },
    optional: ['also', 'unsent'],
  },
};

function entrySchema(note) {
  const record = read('record');
  return {
    $schema: DRAFT,
    $id: `${ID}ledger-entry.schema.json`,
    title: 'Entry of the ledger',
    description: 'One entry as a reader gets it, and as `ledger export` writes it.',
    ...withoutDescription(
      object('', {
        schema: only('The version of this format.', 'edge-contracts/ledger-entry/v1'),
        seq: count('Its place in the ledger, without gaps.', 1),
        run: orNull(text('The run; null for a note that belongs to none.')),
        run_seq: orNull(count('Its place in the chain of its run; null without a run.', 1)),
        kind: words(
          'What it holds.',
          ...['message', 'statement', 'tool_call', 'effect', 'config', 'transfer', 'closed'],
          ...Object.keys(NOTES),
        ),
        recorded_at: time('By the clock of the ledger.'),
        leaf: digest('What the chains are made of.'),
        run_chain: orNull(digest('The chain of its run, up to here; null without a run.')),
        chain: digest('The chain of the ledger, up to here.'),
        record: either('What was written; null where it was pruned.', ...[...record.oneOf, ...note.oneOf], {
          type: 'null',
        }),
        erased: { description: 'Its personal fields are gone.', type: 'boolean' },
      }),
    ),
    $defs: { ...record.$defs, ...note.$defs },
  };
}

function withoutDescription({ description: _description, ...schema }) {
  return schema;
}

/** A published schema as a definition in another; anything that is an object, as long as there is none. */
function part(name) {
  if (!existsSync(file(name))) return { schema: { description: `See ${name}.`, type: 'object' }, defs: {} };
  const { $schema: _draft, $id: _id, title: _title, $defs: defs = {}, ...schema } = read(name);
  return { schema, defs };
}

function file(name) {
  return new URL(`../schemas/${name}.schema.json`, import.meta.url);
}

function read(name) {
  return JSON.parse(readFileSync(file(name), 'utf8'));
}

if (process.argv[1]?.endsWith('generate-ledger-schemas.mjs')) {
  for (const [name, schema] of Object.entries(generateLedgerSchemas())) {
    const stale = !existsSync(file(name)) || JSON.stringify(read(name)) !== JSON.stringify(schema);
    if (stale && process.argv.includes('--check')) {
      console.error(`schemas/${name}.schema.json is stale: run node scripts/generate-ledger-schemas.mjs`);
      process.exitCode = 4;
    } else if (stale) {
      writeFileSync(file(name), `${JSON.stringify(schema, null, 2)}\n`);
    }
  }
}

import { COMPARISON_CODES } from '../adapters/config/codes.js';
import { ATTESTATION_CODES } from '../attestation/codes.js';
import { AUTHORING_CODES } from '../authoring/codes.js';
import { CARRY_CODES } from '../carry/codes.js';
import type { Check } from '../checks/check.js';
import { CHECKS } from '../checks/index.js';
import { COMPILE_CODES } from '../compile/codes.js';
import { CONTRACT_CODES } from '../contract/codes.js';
import { ENGINE_CODES } from '../evaluate/codes.js';
import { FORGE_CODES } from '../forge/codes.js';
import { LEDGER_CODES } from '../ledger/codes.js';
import { REDACTION_CODES } from '../ledger/redact/codes.js';
import { COMPILER_CODES } from '../opa/codes.js';
import { RECORD_CODES } from '../record/codes.js';
import type { CodePage } from '../report/explanation-text.js';
import { RUN_FAULT_PAGES } from '../run/codes.js';
import { SIMULATION_CODES } from '../simulation/codes.js';
import { SOURCE_CODES } from '../sources/codes.js';
import { TEST_CODES } from '../testing/codes.js';
import { INPUT_CODES } from './codes.js';
import { DIFF_CODES } from './diff-codes.js';
import { rulePages } from './rule-pages.js';

/** A page for every code that this product reports, in the order in which one meets them. */
export function allPages(): readonly CodePage[] {
  const faults = Object.entries(RUN_FAULT_PAGES).map(([code, page]) => ({ code, ...page }));
  return [
    ...CHECKS.map(checkPage),
    ...plainPages(ENGINE_CODES),
    ...plainPages(faults),
    ...plainPages(RECORD_CODES),
    ...plainPages(COMPARISON_CODES),
    ...plainPages(CONTRACT_CODES),
    ...plainPages(COMPILE_CODES),
    ...plainPages(COMPILER_CODES),
    ...plainPages(SOURCE_CODES),
    ...plainPages(ATTESTATION_CODES),
    ...plainPages(LEDGER_CODES),
    ...plainPages(AUTHORING_CODES),
    ...plainPages(CARRY_CODES),
    ...plainPages(SIMULATION_CODES),
    ...plainPages(REDACTION_CODES),
    ...plainPages(TEST_CODES),
    ...plainPages(INPUT_CODES),
    ...plainPages(DIFF_CODES),
    ...plainPages(FORGE_CODES),
    ...plainPages(rulePages()),
  ];
}

function plainPages(pages: readonly Omit<CodePage, 'check'>[]): CodePage[] {
  return pages.map(({ code, title, why, fix }) => ({ code, title, why, fix, check: null }));
}

/** A check's title says what holds; its page is read where it does not. */
function checkPage({ code, title, why, fix, default: severity, part, missing, needs }: Check): CodePage {
  const check = { default: severity, part: part ?? null, needs, missing: missing ?? null };
  return { code, title, why, fix, check };
}

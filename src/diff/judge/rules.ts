import type { Rule } from './rule.js';
import { CHECK_RULES } from './rules/check-rules.js';
import { EFFECT_RULES } from './rules/effect-rules.js';
import { EXCEPTION_RULES } from './rules/exception-rules.js';
import { PROJECT_RULES } from './rules/project-rules.js';
import { PROVENANCE_RULES } from './rules/provenance-rules.js';
import { SCHEMA_RULES } from './rules/schema-rules.js';
import { SETTING_RULES } from './rules/setting-rules.js';

/** The table of rules. */
export const RULES: readonly Rule[] = [
  ...PROJECT_RULES,
  ...SETTING_RULES,
  ...CHECK_RULES,
  ...EXCEPTION_RULES,
  ...EFFECT_RULES,
  ...PROVENANCE_RULES,
  ...SCHEMA_RULES,
];

/** What a contract says of a check. Not `off`: in YAML 1.1 that is a boolean. */
export const SEVERITIES = ['block', 'warn', 'ignore'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** What is done about a decision, never what it is. */
export const MODES = ['enforce', 'warn', 'observe'] as const;
export type Mode = (typeof MODES)[number];

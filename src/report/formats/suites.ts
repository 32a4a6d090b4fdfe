import { checkSuites } from './check-suites.js';
import { brokenSuite } from './diagnostic-faults.js';
import { diffSuites } from './diff-suites.js';
import { evaluationSuites } from './evaluation-suites.js';
import type { Reported } from './reported.js';
import type { Suite } from './suite.js';
import { testSuites } from './test-suites.js';

/** @param place a file's path as the reader can open it */
export function suitesOf(reported: Reported, place: (file: string) => string): readonly Suite[] {
  switch (reported.command) {
    case 'evaluate':
      return evaluationSuites(reported.document, place);
    case 'check':
      return checkSuites(reported.document, place);
    case 'diff':
      return diffSuites(reported.document, place);
    case 'failure':
      return brokenSuite(reported.of, reported.document.diagnostics, place);
    case 'test':
      return testSuites(reported.document, place);
  }
}

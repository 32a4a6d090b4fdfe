import { checkMarkdown } from '../markdown/check-markdown.js';
import { diffMarkdown } from '../markdown/diff-markdown.js';
import { evaluationMarkdown } from '../markdown/evaluation-markdown.js';
import { failureMarkdown } from '../markdown/failure-markdown.js';
import { testMarkdown } from '../markdown/test-markdown.js';
import type { FormatOptions } from './format-options.js';
import type { Reported } from './reported.js';

/** For a comment or a job's summary on GitHub: at most 65,536 characters, and nothing in it but what we put there. */
export function markdown(reported: Reported, options: FormatOptions): string {
  switch (reported.command) {
    case 'evaluate':
      return evaluationMarkdown(reported.document, options);
    case 'check':
      return checkMarkdown(reported.document, options);
    case 'diff':
      return diffMarkdown(reported.document, options);
    case 'failure':
      return failureMarkdown(reported, options);
    case 'test':
      return testMarkdown(reported.document, options);
  }
}

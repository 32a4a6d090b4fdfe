import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { counted } from './counted.js';
import { safe } from './safe-text.js';

export const COMMENT_SCHEMA = 'edge-contracts/comment/v1';

/** `comment --json`. */
export interface CommentDocument {
  readonly schema: typeof COMMENT_SCHEMA;
  readonly repository: string;
  readonly pull_request: number;
  /** `summary`: the token may not write, and the text went to the summary of the job. */
  readonly outcome: 'created' | 'updated' | 'unchanged' | 'superseded' | 'summary';
  /** Null: there is no comment. */
  readonly id: number | null;
  readonly url: string | null;
  /** Further comments of ours that were removed. */
  readonly removed: number;
  readonly diagnostics: readonly Diagnostic[];
}

const DONE: Readonly<Record<CommentDocument['outcome'], string>> = {
  created: 'commented',
  updated: 'comment updated',
  unchanged: 'the comment says so already',
  superseded: 'the comment is of a later run, and was left as it is',
  summary: 'not commented; written to the summary of the job',
};

export function commentReport({ outcome, repository, pull_request, url, removed }: CommentDocument): string {
  const more = removed === 0 ? '' : `; ${counted(removed, 'further comment')} of ours removed`;
  const at = url === null ? '' : `\n${safe(url, 1000)}`;
  return `${safe(repository)}#${pull_request}: ${DONE[outcome]}${more}${at}\n`;
}

/** What parent and child say to each other over the process channel. */

export interface RequestMessage {
  readonly id: number;
  /** The request as JSON; it goes to Go as it is. */
  readonly request: string;
}

export type ReplyMessage =
  | { readonly kind: 'reply'; readonly id: number; readonly response: string }
  /** The child ends right after this one. */
  | { readonly kind: 'fatal'; readonly code: string; readonly message: string };

/** Start parameters, handed to the child as its one argument, in JSON. */
export interface WorkerOptions {
  readonly artifactDir: string;
  readonly memoryMiB: number | null;
}

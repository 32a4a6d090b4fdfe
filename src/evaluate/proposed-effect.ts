/** One side effect: asked of the guard before it happens, or observed. */
export interface ProposedEffect {
  /** The agent. */
  readonly by: string;
  /** Dotted, lower-case, such as `message.email`. */
  readonly kind: string;
  readonly target: string;
}

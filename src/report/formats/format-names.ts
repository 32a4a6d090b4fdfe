/** By themselves: the command line names them without loading them. */
export const FORMAT_NAMES = ['text', 'json', 'markdown', 'sarif', 'junit', 'annotations'] as const;

export type FormatName = (typeof FORMAT_NAMES)[number];

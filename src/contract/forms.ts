import { quote } from './quote.js';
import { readForm } from './read-scalar.js';
import type { Read } from './scope.js';

type FormName =
  | 'slug'
  | 'agent'
  | 'line'
  | 'effectKind'
  | 'url'
  | 'date'
  | 'file'
  | 'pointerPattern'
  | 'pathPattern'
  | 'host'
  | 'variable'
  | 'fromVariable'
  | 'webhook'
  | 'key'
  | 'fingerprint';

const HOST = '(?:[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?|\\[[0-9A-Fa-f:.]+\\])';
/** Where plain http leaves no private network: such an address, or a name that no public server of names knows. */
const PRIVATE_HOST = [
  '(?:[A-Za-z0-9-]+\\.)*[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?\\.(?:internal|local|svc)',
  '[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?',
  '(?:127|10)(?:\\.[0-9]{1,3}){3}',
  '192\\.168(?:\\.[0-9]{1,3}){2}',
  '172\\.(?:1[6-9]|2[0-9]|3[01])(?:\\.[0-9]{1,3}){2}',
  '\\[(?:::1|[Ff][CcDd][0-9A-Fa-f]{2}:[0-9A-Fa-f:]+)\\]',
].join('|');
const REST = '(?::[0-9]{1,5})?(?:[/?][^\\s#]*)?';

/**
 * The forms of names in the language: expressions that the published schema uses too, and what a message calls
 * them. All are anchored and linear.
 */
export const FORMS: Readonly<Record<FormName, RegExp>> = {
  slug: /^(?=.{1,100}$)[a-z0-9]+(?:-+[a-z0-9]+)*$/,
  agent: /^(?=.{1,200}$)[^\s*](?:[^*\n\r\t]*[^\s*])?$/,
  line: /^(?=.{1,500}$)\S(?:[^\n\r]*\S)?$/,
  effectKind: /^(?=.{1,200}$)[a-z0-9_*-]+(?:\.[a-z0-9_*-]+)*$/,
  url: /^https?:\/\/[^\s/$.?#][^\s]*$/,
  file: /^(?=.{1,500}$)(?!.*(?:^|\/)\.{0,2}(?:\/|$))(?![A-Za-z]:)[^\\\n\r]+$/,
  pointerPattern: /^(?=.{1,500}$)(?:\/(?:\*|(?:[^/*~\n\r]|~[01])+))+$/,
  pathPattern: /^(?=.{1,500}$)(?:\/(?:\*|(?:[^/*~\n\r]|~[01])+))*(?:\/(?:\*\*?|(?:[^/*~\n\r]|~[01])+))$/,
  host: /^(?=.{1,260}$)(?:[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\])(?::[0-9]{1,5})?$/,
  variable: /^(?=.{1,200}$)[A-Za-z_][A-Za-z0-9_]*$/,
  fromVariable: /^(?=.{1,204}$)env:[A-Za-z_][A-Za-z0-9_]*$/,
  key: /^(?=.{1,500}$)(?!.*-----)(?:env:[A-Za-z_][A-Za-z0-9_]*|(?!env:)\S(?:[^\n\r]*\S)?)$/,
  webhook: new RegExp(
    `^(?=.{1,2000}$)(?:env:[A-Za-z_][A-Za-z0-9_]*|https://${HOST}${REST}|http://(?:${PRIVATE_HOST})${REST})$`,
  ),
  date: /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/,
  fingerprint: /^sha256:[0-9a-f]{64}$/,
};

export const readSlug: Read<string> = readForm(
  FORMS.slug,
  'lower-case letters, digits and dashes (at most 100, no dash at the ends)',
);
export const readAgent: Read<string> = readForm(
  FORMS.agent,
  'the name of an agent, on one line and without `*`',
);
export const readLine: Read<string> = readForm(
  FORMS.line,
  'text on one line, without white space at its ends',
);
export const readEffectKind: Read<string> = readForm(
  FORMS.effectKind,
  'dotted lower-case segments such as `message.email` or `message.*`',
);
/** A JSON Pointer in which a whole segment may be `*`. */
export const readPointerPattern: Read<string> = readForm(
  FORMS.pointerPattern,
  'a JSON Pointer such as `/customers`, in which `*` may stand for a whole segment',
);
/** The same, in which a last `**` stands for any rest. */
export const readPathPattern: Read<string> = readForm(
  FORMS.pathPattern,
  'a JSON Pointer such as `/flags/*/rollout`, in which `*` stands for a whole segment and a last `**` for any rest',
);
export const readHost: Read<string> = readForm(
  FORMS.host,
  'a host, or a host and a port, such as `config.internal:8443`',
);
export const readVariable: Read<string> = readForm(
  FORMS.variable,
  'the name of an environment variable, and not its value',
);
/** `env:NAME`: a secret stands in no file. */
export const readFromVariable: Read<string> = readForm(
  FORMS.fromVariable,
  '`env:` and the name of an environment variable: a secret does not stand in a file',
);
export const readKeyPlace: Read<string> = readForm(
  FORMS.key,
  'the path of a key in PEM, or `env:` and the name of an environment variable',
);
/** Where something is sent to. In a variable where the address itself is a secret. */
export const readWebhookUrl: Read<string> = readForm(
  FORMS.webhook,
  'a URL of `https` without a user name, of `http` within a private network, or `env:` and the name of a variable that holds one',
);

/** A day that is on the calendar. */
export const readDay: Read<string> = (node, scope, name) => {
  const text = readForm(FORMS.date, 'a day such as `2027-03-31`')(node, scope, name);
  if (text === undefined || isDay(text)) return text;
  scope.findings.common('wrong_value', node.span, `\`${name}\`: there is no day ${quote(text)}`);
  return undefined;
};

/** Is a text of the form YYYY-MM-DD a day that is on the calendar. */
export function isDay(text: string): boolean {
  const time = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text);
}

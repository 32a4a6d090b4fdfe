import { SECRET_PREFIX } from '../model/config.js';

/**
 * What gives a credential away by its form, wherever it stands in a text. Texts are anyone's, so every form is linear: a
 * quantifier without a bound runs over characters within which no other match can start.
 */
interface CredentialForm {
  readonly name: string;
  /** Where the form is described. */
  readonly source: string;
  readonly form: RegExp;
}

/** Words that name a secret when something is said to be equal to them: `password=…`, `"api_key": "…"`. */
const ASSIGNED =
  'pass(?:word|wd|phrase)?|pwd|secret|token|credentials?|authorization|signature|sig|(?:api|access|account|private|secret|shared|auth|master|encryption|signing)[ _-]?key';

export const CREDENTIAL_FORMS: readonly CredentialForm[] = [
  {
    name: 'what hidden secrets look like: nobody else may write one',
    source: 'docs/config.md',
    form: new RegExp(SECRET_PREFIX),
  },
  {
    name: 'private key in PEM, OpenSSH or PGP armour',
    source: 'https://www.rfc-editor.org/rfc/rfc7468#section-10',
    form: /-----BEGIN[A-Z0-9 ]{0,40}PRIVATE KEY/,
  },
  {
    name: 'AWS key id',
    source:
      'https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html#identifiers-unique-ids',
    form: /(?:A3T[A-Z0-9]|A(?:BIA|CCA|GPA|IDA|IPA|KIA|NPA|NVA|ROA|SIA))[A-Z0-9]{16}/,
  },
  {
    name: 'GitHub token',
    source:
      'https://github.blog/engineering/platform-security/behind-githubs-new-authentication-token-formats/',
    form: /gh[a-z]_[A-Za-z0-9]{20}|github_pat_[A-Za-z0-9_]{20}/,
  },
  {
    name: 'GitLab token',
    source: 'https://docs.gitlab.com/security/tokens/#token-prefixes',
    form: /gl(?:pat|ptt|agent|cbt|dt|ffct|ft|imt|oas|rt|rtr|soat|wt)-[\w-]{20}|GR1348941[\w-]{20}/,
  },
  {
    name: 'Slack token or webhook',
    source: 'https://docs.slack.dev/authentication/tokens',
    form: /xox[a-z](?:\.xox[a-z])?-[\w-]{10}|xapp-[\w-]{10}|hooks\.slack\.com\/(?:services|workflows|triggers)\/\w/,
  },
  {
    name: 'Stripe key',
    source: 'https://docs.stripe.com/keys',
    form: /[rs]k_(?:live|test)_\w{10}|whsec_[\w+/]{16}/,
  },
  {
    name: 'OpenAI or Anthropic key',
    source: 'https://platform.openai.com/docs/api-reference/authentication',
    form: /(?<![A-Za-z0-9])sk-[\w-]{20}/,
  },
  {
    name: 'Google API key, OAuth token or client secret',
    source: 'https://cloud.google.com/docs/authentication/api-keys',
    form: /AIza[\w-]{30}|ya29\.[\w-]{10}|GOCSPX-[\w-]{16}|(?<![\w/])1\/\/0[\w-]{20}/,
  },
  {
    name: 'npm, PyPI, SendGrid, Vault, Hugging Face, DigitalOcean token; age key',
    source:
      'https://docs.github.com/en/code-security/secret-scanning/introduction/supported-secret-scanning-patterns',
    form: /npm_\w{30}|pypi-AgE[\w-]{16}|SG\.[\w-]{16,64}\.[\w-]{16}|hv[sbr]\.[\w-]{20}|hf_[A-Za-z]{30}|do[opr]_v1_\w{30}|AGE-SECRET-KEY-1/,
  },
  {
    name: 'JSON Web Token, signed or encrypted',
    source: 'https://www.rfc-editor.org/rfc/rfc7519#section-3',
    form: /(?<![\w-])eyJ[\w-]{8,}\.[\w-]*\.[\w-]/,
  },
  {
    name: 'URL with a password, or with a token as user',
    source: 'https://www.rfc-editor.org/rfc/rfc3986#section-3.2.1',
    // What follows `//name:` is a password unless it is a port; `[::1]` is an address.
    form: /\/\/(?!\[[\da-fA-F:.%]{2,64}\])[^\s/?#:@"'<>]*:(?!\d{0,5}(?:[/?#\s]|$|["'`<>(),;\]}|\\](?![^\s/@]{0,256}@)))|:\/\/[^\s/?#:@]{16,}@/,
  },
  {
    name: 'URL of another scheme than http with a slash in its password: drivers look for the last `@`',
    source: 'https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNSTRING-URIS',
    form: /(?<!https?:)\/\/[^\s/?#:@"'<>]*:\d{0,5}[/?#][^\s@]{0,256}@/i,
  },
  {
    name: 'key in the query of a URL',
    source: 'https://cloud.google.com/docs/authentication/api-keys-use',
    form: /[?&]key=[^\s&#"'`]/i,
  },
  {
    name: 'user and password on a command line; not the ids of a user and a group',
    source: 'https://curl.se/docs/manpage.html#-u',
    form: /(?<![\w-])(?:-[uU]|--(?:proxy-)?user)[\s"'=,\\]{1,8}(?!\d{1,10}:\d{1,10}(?!\S))[^\s"':,-][^\s"':,]{0,255}:[^\s"',]/,
  },
  {
    name: 'Authorization header',
    source: 'https://www.rfc-editor.org/rfc/rfc6750#section-2.1',
    form: /(?<![A-Za-z])(?:bearer|basic)[ \t]{1,8}[\w.~+/=-]{6}/i,
  },
  {
    name: 'something said to be a password, as in a connection string or on a command line',
    source: 'https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNSTRING',
    form: new RegExp(
      `(?:${ASSIGNED})(?:[ _-]?\\d{1,2})?[\\\\"']{0,4}\\s{0,8}(?::=|=>|[=:])\\s{0,8}[\\\\"']{0,4}[^\\s"';,&\\\\]|(?:${ASSIGNED})(?<=--?[\\w-]{1,64})[\\s"',\\\\]{1,8}[^\\s-]`,
      'i',
    ),
  },
];

/** The shortest that one of the forms can be: `pwd=x`. */
const SHORTEST = 5;

/** Forms without one of these are of 20 characters and more. Saves time: most texts of a configuration are words. */
const PARTS = /[-_.:=/ \t]/;
const LONGEST_WORD = 19;

/** Is a credential in this text, as far as its form shows. Says yes rather too often. */
export function looksLikeCredential(text: string): boolean {
  if (text.length < SHORTEST || (text.length <= LONGEST_WORD && !PARTS.test(text))) return false;
  return CREDENTIAL_FORMS.some(({ form }) => form.test(text));
}

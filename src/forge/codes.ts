export interface ForgeCodePage {
  readonly code: string;
  readonly title: string;
  readonly why: string;
  readonly fix: string;
}

/** A page for every code of `comment`. */
export const FORGE_CODES: readonly ForgeCodePage[] = [
  {
    code: 'comment.no_marker',
    title: 'a text has no marker that its comment could be found by',
    why: 'Without one, every run of the pipeline would add a comment; and a text that is no report would take the place of one.',
    fix: 'Give the file that `diff --format markdown --out FILE` wrote, unchanged.',
  },
  {
    code: 'comment.too_long',
    title: 'a text is longer than a comment can be',
    why: 'GitHub refuses it as a whole; cut anywhere, half a report would look like a whole one.',
    fix: 'Give what `--format markdown` wrote: it cuts by itself, and says what.',
  },
  {
    code: 'comment.no_pull_request',
    title: 'it cannot be told which pull request is meant',
    why: 'A comment at a guessed place tells the wrong reviewers.',
    fix: 'Give `--repo OWNER/NAME` and `--pr NUMBER`; in a workflow for `pull_request` the environment has both.',
  },
  {
    code: 'comment.no_token',
    title: 'there is no token to comment with',
    why: 'A token is read from the environment alone: a flag would stand in the list of processes, and in logs.',
    fix: 'Set `GITHUB_TOKEN` (or `GH_TOKEN`); a workflow’s own token will do, with `pull-requests: write`.',
  },
  {
    code: 'comment.address',
    title: 'the address of the API cannot be used',
    why: 'The token goes to it: over plain http, or to a user name in a URL, others could read it.',
    fix: 'Set `GITHUB_API_URL` to a URL of `https` without a user name, or of `http` within a private network.',
  },
  {
    code: 'comment.redirected',
    title: 'the API sent the request to another address',
    why: 'The token is for the address that was given, and is not sent on.',
    fix: 'Give the repository’s present name with `--repo`, or the API’s own address in `GITHUB_API_URL`.',
  },
  {
    code: 'comment.denied',
    title: 'the API refused the request',
    why: 'Nothing was posted, and that must not look as if there was nothing to say.',
    fix: 'Give the token `pull-requests: write`, and see that the pull request is open and not locked.',
  },
  {
    code: 'comment.read_only',
    title: 'the token may read the pull request, and not comment on it',
    why: 'So it is for pull requests from forks: a stranger’s change must not get a token that can write.',
    fix: 'Read the report in the summary of the job; do not use `pull_request_target` to get around it.',
  },
  {
    code: 'comment.unavailable',
    title: 'the API cannot be used now',
    why: 'It was asked several times, with waits in between; to wait for hours would cost more than the comment.',
    fix: 'Run the job again later. The report is in its file.',
  },
  {
    code: 'comment.unexpected',
    title: 'the API does not answer as GitHub’s does',
    why: 'What cannot be understood is not guessed at: a second comment, or another one overwritten, would be the result.',
    fix: 'See that `GITHUB_API_URL` is the address of the API itself, such as `https://HOST/api/v3`.',
  },
];

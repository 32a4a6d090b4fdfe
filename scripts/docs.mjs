/** Writes what the docs take from the code: `npm run docs`; `--check` only compares (exit 4 where it differs). */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, setUp } from './setup.mjs';
import { runVerdictStatementSchema, verdictStatementSchema } from './statement-schemas.mjs';

setUp();
const { CHECKS, contractSchema, projectSchema, toolsSchema, waiversSchema } = await import(
  '../dist/index.js'
);
const check = process.argv.includes('--check');
let stale = 0;

write('docs/checks.md', checksPage());
write('README.md', between(read('README.md'), 'incident', `\`\`\`text\n${incident()}\`\`\``));
for (const [name, schema] of [
  ['edge-contract', contractSchema()],
  ['project', projectSchema()],
  ['tools', toolsSchema()],
  ['waivers', waiversSchema()],
  ['verdict-statement', verdictStatementSchema(schemaOf('verdict'))],
  ['run-verdict-statement', runVerdictStatementSchema(schemaOf('run-verdict'))],
]) {
  write(`schemas/${name}.schema.json`, formatted(`${name}.json`, schema));
}
process.exitCode = stale === 0 ? 0 : 4;

function checksPage() {
  const rows = CHECKS.map(({ code, default: severity, title, missing, part }) => {
    const once = missing !== undefined ? 'not in this version' : part === undefined ? '' : `\`${part}\``;
    return `| [\`${code}\`](#${code.replace(/[._]/g, (c) => (c === '.' ? '' : '_'))}) | ${severity} | ${title} | ${once} |`;
  });
  const pages = CHECKS.map(({ code, title, why, fix, default: severity, missing, needs }) =>
    [
      `### ${code}`,
      `${sentence(title)} Default: \`${severity}\`.${missing === undefined ? '' : ` Not checked: ${missing}.`}`,
      why,
      `**Fix.** ${fix}`,
      ...(needs.length === 0
        ? []
        : [`Needs: ${needs.map((field) => `\`${field.replace('sender_', 'sender.')}\``).join(', ')}.`]),
    ].join('\n\n'),
  );
  return `# Checks

Written by \`npm run docs\` from the table of checks. A contract changes a severity by writing it: \`constraint.invented\`
is \`edge_check: { constraint: { invented: block } }\`. \`block\`, \`warn\` and \`ignore\` are what can be written; a verdict
lists every check, also those that are ignored or not checked.

A check that needs a field which is absent is failed where its severity is \`block\`, and else not checked.

| code | default | what is proven | once the contract has |
| --- | --- | --- | --- |
${rows.join('\n')}

Not in the table, since no contract can change them: \`rule.not_proven\` (a custom rule, with its own severity),
\`edge.uncovered\` (no contract covers the handoff; the project file's \`uncovered\`), \`tool.unknown\` and
\`tool.exceeded\` (the guard, asked about a tool: [Tools](tools.md)), \`engine.error\`, \`engine.timeout\`,
\`engine.tampered\`, \`engine.version\` (nothing could be decided; blocks in \`enforce\` and \`warn\`),
\`engine.overrides\` (the overrides of an edge could not be asked; warns).

${pages.join('\n\n')}
`;
}

/** As the formatter prints it, so that the two never argue. */
function formatted(name, value) {
  const biome = join(root, 'node_modules', '@biomejs', 'biome', 'bin', 'biome');
  const args = [biome, 'format', '--stdin-file-path', name];
  return spawnSync(process.execPath, args, { cwd: root, input: JSON.stringify(value), encoding: 'utf8' })
    .stdout;
}

function schemaOf(name) {
  return JSON.parse(read(`schemas/${name}.schema.json`));
}

function sentence(text) {
  return `${text[0].toUpperCase()}${text.slice(1)}.`;
}

function incident() {
  const env = { ...process.env, NO_COLOR: '1' };
  const args = [join(root, 'dist/cli/main.js'), 'evaluate', 'examples/refund-41182/run.jsonl'];
  return spawnSync(process.execPath, args, { cwd: root, env, encoding: 'utf8' }).stdout;
}

function between(text, name, content) {
  const [begin, end] = [`<!-- ${name} -->\n`, `<!-- /${name} -->`];
  const at = text.indexOf(begin);
  return `${text.slice(0, at + begin.length)}${content}\n${text.slice(text.indexOf(end))}`;
}

function read(path) {
  return readFileSync(join(root, path), 'utf8');
}

function write(path, text) {
  let before = '';
  try {
    before = read(path);
  } catch {}
  if (before === text) return;
  stale += 1;
  if (check) console.error(`${path} is stale: run npm run docs`);
  else writeFileSync(join(root, path), text);
}

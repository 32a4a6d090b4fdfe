/**
 * A pipeline of agents changes feature flags in a git repository: planner, deployer, verifier. The agents are scripted;
 * the repository, the files and the service are real, and are read by the gate. Ends with 0 only when every verdict came
 * that is expected.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadGate, openRun } from '../../dist/gate.js';
import { openConfigReader } from '../../dist/config-reader.js';

const here = dirname(fileURLToPath(import.meta.url));

/** What the deployer really does, what it says of it, and what has to come of that. */
const STORIES = [
  {
    title: 'it raises checkout_v2 to 10, and turns the fraud check off as well; it tells the first',
    act: (repository) => repository.edit({ rollout: 10, fraudCheck: false }),
    claims: [rollout(5, 10)],
    expected: ['config.undeclared_change'],
  },
  {
    title: 'it raises checkout_v2 to 10, and tells that',
    act: (repository) => repository.edit({ rollout: 10 }),
    claims: [rollout(5, 10)],
    expected: [],
  },
  {
    title: 'its call returned 200, and nothing changed',
    act: () => undefined,
    claims: [rollout(5, 10)],
    expected: ['config.claimed_not_real'],
  },
  {
    title: 'it says that it switched the provider; the provider stayed the same',
    act: (repository) => repository.edit({ rollout: 10 }),
    claims: [rollout(5, 10), provider('acme', 'globex')],
    expected: ['config.claimed_not_real'],
  },
  {
    title: 'it raises checkout_v2 to 60, where the contract allows 25',
    act: (repository) => repository.edit({ rollout: 60 }),
    claims: [rollout(5, 60)],
    expected: ['config.out_of_bounds'],
  },
  {
    title: 'it commits the file with a conflict left in it',
    act: (repository) => repository.conflict(),
    claims: [rollout(5, 10)],
    expected: ['config.unreadable'],
  },
];

function rollout(before, after) {
  return claim('feature-flags/flags/checkout_v2/rollout', before, after);
}

function provider(before, after) {
  return claim('payments/provider', before, after);
}

function claim(target, before, after) {
  return { kind: 'config.change', target, details: { operation: 'replace', before, after } };
}

/** A git repository with the config of the example. */
class Repository {
  constructor() {
    this.root = mkdtempSync(join(tmpdir(), 'config-rollout-'));
    cpSync(join(here, 'config'), join(this.root, 'config'), { recursive: true });
    this.git('init', '--quiet', '--initial-branch=main');
    this.commit('The flags as they were');
  }

  git(...args) {
    const identity = [
      '-c',
      'user.name=deployer',
      '-c',
      'user.email=deployer@example.com',
      '-c',
      'commit.gpgsign=false',
    ];
    return execFileSync('git', ['-C', this.root, ...identity, ...args], { encoding: 'utf8' }).trim();
  }

  commit(message) {
    this.git('add', '--all');
    this.git('commit', '--quiet', '--allow-empty', '-m', message);
  }

  edit({ rollout = 5, fraudCheck = true }) {
    this.write((text) =>
      text
        .replace('rollout: 5', `rollout: ${rollout}`)
        .replace('name: fraud_check\n    enabled: true', `name: fraud_check\n    enabled: ${fraudCheck}`),
    );
    this.commit('Raise checkout_v2');
  }

  conflict() {
    this.write((text) =>
      text.replace(
        '    rollout: 5\n',
        '<<<<<<< ours\n    rollout: 10\n=======\n    rollout: 5\n>>>>>>> theirs\n',
      ),
    );
    this.commit('Raise checkout_v2');
  }

  write(change) {
    const path = join(this.root, 'config', 'flags.yaml');
    writeFileSync(path, change(readFileSync(path, 'utf8')));
  }

  remove() {
    rmSync(this.root, { recursive: true, force: true });
  }
}

/** One run of the pipeline: the verdict on what the deployer hands to the verifier. */
async function pipeline(repository, story) {
  const config = openConfigReader({
    root: repository.root,
    allowedRoots: ['config'],
    env: {},
    secretsKey: null,
    clock: () => new Date(),
  });
  const gate = loadGate({ dir: join(here, 'policies'), config });
  const run = openRun({ clock: () => new Date(), terms: gate.terms });
  run.message({ to: 'planner', text: 'Raise checkout_v2 to 10 percent.', constraints: [] });
  run.state('planner', { confidence: 0.9, stop_conditions: ['the rollout is verified'] });
  const planned = run.handoff({
    from: 'planner',
    to: 'deployer',
    draft: {
      objective: 'Raise the rollout of checkout_v2 from 5 to 10.',
      remaining: ['Change the flag.', 'Verify it.'],
    },
  });
  run.settle(planned, (await gate.decide(run.runState, planned)).action);
  // The deployer has its task: what it changes from now on is its own.
  run.config(await gate.configReceived(run.run, 'deployer', planned.hop));

  story.act(repository);
  const call = run.toolCall({
    by: 'deployer',
    tool: 'flags.write',
    succeeded: true,
    result: { status: 200 },
  });
  run.state('deployer', { confidence: 0.9, stop_conditions: ['the rollout is verified'] });
  const handed = run.handoff({
    from: 'deployer',
    to: 'verifier',
    draft: {
      objective: 'Verify the rollout.',
      remaining: ['Watch the error rate.'],
      side_effects: story.claims.map((one) => ({ ...one, evidence: call.id })),
    },
  });
  run.config(await gate.configSent(run.runState, handed));
  const verdict = await gate.decide(run.runState, handed);
  run.settle(handed, verdict.action);
  return verdict;
}

let missed = 0;
for (const [index, story] of STORIES.entries()) {
  const repository = new Repository();
  try {
    const verdict = await pipeline(repository, story);
    tell(index + 1, story, verdict);
  } finally {
    repository.remove();
  }
}
console.log(`${STORIES.length - missed} passed, ${missed} failed`);
process.exitCode = missed === 0 ? 0 : 1;

function tell(number, { title, expected }, { decision, reasons, errors }) {
  const blocking = reasons.filter(({ severity }) => severity === 'block');
  const codes = [...new Set(blocking.map(({ code }) => code))].sort();
  const asExpected = errors.length === 0 && codes.join() === expected.join();
  if (!asExpected) missed += 1;
  console.log(`${number}  the deployer: ${title}`);
  console.log(`   deployer -> verifier  ${decision}`);
  for (const { code, message, at } of blocking)
    console.log(`   ${code}: ${message}\n      ${at.file}:${at.line}`);
  for (const { code, message } of errors) console.log(`   ${code}: ${message}`);
  console.log(asExpected ? '   as expected\n' : `   NOT AS EXPECTED: ${expected.join(', ') || 'allow'}\n`);
}

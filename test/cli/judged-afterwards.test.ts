import assert from 'node:assert/strict';
import { it } from 'node:test';
import { cli, compiledExample, exampleProject, INCIDENT } from './cli.js';

it('what was only evaluated afterwards was neither enforced nor blocked', async () => {
  const folder = exampleProject(await compiledExample());
  await cli(['evaluate', INCIDENT, '--record', '--as', 'enforce'], { cwd: folder });
  const audit = await cli(['audit', 'violations'], { cwd: folder });
  assert.match(audit.out, /judged afterwards: would have been blocked \(mode enforce\); it was delivered/);
  assert.doesNotMatch(audit.out, /enforced:/);
  const run = await cli(['runs', 'show', 'refund-41182'], { cwd: folder });
  assert.doesNotMatch(run.out, /BLOCKED/);
  assert.match(run.out, /judged later: block \(mode enforce\): hop /);
  const near = await cli(['runs', 'show', 'refund-4118'], { cwd: folder });
  assert.match(near.err, /did you mean `refund-41182`/);
  const digest = /contract: sha256:([0-9a-f]{12})/.exec(audit.out)?.[1] ?? '';
  const contract = await cli(['audit', 'contract', digest], { cwd: folder });
  assert.equal(contract.code, 0, contract.err);
  const edge = await cli(['edges', 'show', 'refunds--notifications'], { cwd: folder });
  assert.match(edge.out, /blocked 0,/);
});

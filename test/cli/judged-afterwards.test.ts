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
  const edge = await cli(['edges', 'show', 'refunds--notifications'], { cwd: folder });
  assert.match(edge.out, /blocked 0,/);
});

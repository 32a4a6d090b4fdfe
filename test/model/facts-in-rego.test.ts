import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { packageRoot } from '../../src/model/package-root.js';
import { OpaCompiler } from '../../src/opa/opa-compiler.js';
import { readSchema } from './schemas.js';

/** The facts schema is also what OPA checks policies by: a misspelt fact must not be merely undefined. */
describe('facts.schema.json in the type checker of OPA', () => {
  const compiler = OpaCompiler.start({ artifactDir: join(packageRoot(), 'compiler') });
  after(() => compiler.close());

  async function errors(body: string): Promise<string[]> {
    const text = `package p\n\nallow if {\n\t${body}\n}\n`;
    const request = {
      modules: [{ path: 'p.rego', text }],
      schemas: { facts: readSchema('facts') },
      inputSchema: 'facts',
    };
    return (await compiler.check(request)).map(({ message }) => message);
  }

  it('passes what facts have', async () => {
    const bodies = [
      'input.constraints.pairs[_].differs.modality.held == "prohibition"',
      'every pair in input.constraints.pairs { object.get(pair.differs, "text", null) == null }',
      'is_null(input.transfer.edge)',
      'input.confidence.sent < input.confidence.sender',
      'input.payload.established.order_id == "41182"',
      'input.payload.fields.anything.at.all == 1',
      'input.effects[_].observed',
    ];
    for (const body of bodies) assert.deepEqual(await errors(body), [], body);
  });

  it('refuses a misspelt fact, and one that is compared with another type', async () => {
    const bodies: readonly (readonly [string, RegExp])[] = [
      ['input.constraint.held == 0', /undefined ref: input\.constraint/],
      ['input.constraints.pairs[_].modalty == "prohibition"', /undefined ref/],
      ['input.effects[_].differs', /undefined ref/],
      ['input.transfer.hop == "1"', /match error/],
      ['input.constraints.held == input.transfer.run', /match error/],
      ['input.constraints.pairs[_].differs.modality.held == 1', /match error/],
      ['startswith(input.transfer.hop, "1")', /invalid argument/],
    ];
    for (const [body, message] of bodies) assert.match((await errors(body)).join(), message, body);
  });
});

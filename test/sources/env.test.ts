import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { matchesName } from '../../src/sources/places/name-pattern.js';
import { codeOf, documentOf, reader, source } from './support.js';

const env = {
  APP_ON: 'true',
  APP_N: '1',
  APP_B_URL: 'x',
  BAPP_ON: '',
  app_on: 'low',
  GONE: undefined,
  MULTI: 'a\nb',
  __proto: '1',
  'dotted.name': 'd',
  dottedxname: 'x',
};

describe('environment variables', () => {
  for (const [location, document] of [
    ['APP_', { APP_ON: 'true', APP_N: '1', APP_B_URL: 'x' }],
    ['APP_ON', { APP_ON: 'true' }],
    ['APP_*_URL', { APP_B_URL: 'x' }],
    ['*_ON*', { APP_ON: 'true', BAPP_ON: '' }],
    ['A*P_*N', { APP_ON: 'true', APP_N: '1' }],
    ['APP_N*N', {}],
    ['A**U*L', { APP_B_URL: 'x' }],
    ['*_ON', { APP_ON: 'true', BAPP_ON: '' }],
    ['M*', { MULTI: 'a\nb' }],
    ['dotted.n', { 'dotted.name': 'd' }],
    ['GONE', {}],
    ['NONE_', {}],
  ] as const) {
    it(`are read by ${location}`, async () => {
      const reading = await reader('/', { env }).live(source({ adapter: 'env', location }));
      assert.deepEqual(documentOf(reading), document);
    });
  }

  for (const location of ['', '*', '**', '(.*)', 'A B', '^', 'a'.repeat(300)]) {
    it(`are not read by ${JSON.stringify(location.slice(0, 9))}`, async () => {
      const reading = await reader('/', { env }).live(source({ adapter: 'env', location }));
      assert.equal(codeOf(reading), 'config_source.location');
    });
  }

  it('are matched in linear time, whatever the pattern', async () => {
    const names = { ['A_'.repeat(200)]: '1', [`${'A_'.repeat(200)}Z`]: '2' };
    const location = `${'A_*'.repeat(60)}Z`;
    const reading = await reader('/', { env: names }).live(source({ adapter: 'env', location }));
    assert.deepEqual(Object.values(documentOf(reading) ?? {}), ['2']);
  });

  it('match a pattern as a regular expression would', () => {
    const word = fc.stringMatching(/^[ab*]{1,8}$/);
    fc.assert(
      fc.property(word, fc.stringMatching(/^[ab]{0,8}$/), (pattern, name) => {
        const oracle = new RegExp(`^${pattern.replaceAll('*', '.*')}$`);
        assert.equal(matchesName(pattern, name), oracle.test(name));
      }),
      { numRuns: 3000 },
    );
  });

  it('are those that the reader was given, not those of the process', async () => {
    process.env['EDGE_CONTRACTS_TEST_X'] = 'x';
    const reading = await reader('/', { env: {} }).live(
      source({ adapter: 'env', location: 'EDGE_CONTRACTS_' }),
    );
    assert.deepEqual(documentOf(reading), {});
  });

  it('over the cap are refused, as is __proto__', async () => {
    const read = (given: Readonly<Record<string, string>>): ReturnType<ReturnType<typeof reader>['live']> =>
      reader('/', { env: given, limits: { maxBytes: 100 } }).live(source({ adapter: 'env', location: 'A*' }));
    assert.equal(codeOf(await read({ A: 'x'.repeat(100) })), 'config_source.too_large');
    const named = JSON.parse('{"__proto__":"x"}') as Record<string, string>;
    const reading = await reader('/', { env: named }).live(source({ adapter: 'env', location: '__' }));
    assert.equal(codeOf(reading), 'config_source.key_refused');
  });
});

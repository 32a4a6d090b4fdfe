import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
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

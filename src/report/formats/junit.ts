import { safe } from '../safe-text.js';
import type { FormatOptions } from './format-options.js';
import { commandOf, type Reported } from './reported.js';
import type { Fault, Suite, SuiteCase } from './suite.js';
import { suitesOf } from './suites.js';
import { type XmlElement, xmlDocument } from './xml-text.js';

/** JUnit XML, as Jenkins and most servers read it. */
export function junit(reported: Reported, { place }: FormatOptions): string {
  const suites = suitesOf(reported, place);
  const cases = suites.flatMap((suite) => suite.cases);
  return xmlDocument({
    name: 'testsuites',
    attributes: { name: `edge-contracts ${commandOf(reported)}`, ...countsOf(cases), time: timeOf(cases) },
    children: suites.map(suiteElement),
  });
}

function suiteElement({ name, cases }: Suite): XmlElement {
  const skipped = cases.filter((one) => one.skipped !== null).length;
  return {
    name: 'testsuite',
    attributes: { name: shortened(name), ...countsOf(cases), skipped, time: timeOf(cases) },
    children: cases.map(caseElement),
  };
}

function countsOf(cases: readonly SuiteCase[]): Readonly<Record<string, number>> {
  // A case counts once: where it could not be judged, it did not fail.
  const errors = cases.filter((one) => one.errors.length > 0).length;
  const failures = cases.filter((one) => one.errors.length === 0 && one.failures.length > 0).length;
  return { tests: cases.length, failures, errors };
}

function timeOf(cases: readonly SuiteCase[]): string {
  return cases.reduce((sum, { seconds }) => sum + seconds, 0).toFixed(6);
}

function caseElement({ name, group, seconds, failures, errors, skipped, notes }: SuiteCase): XmlElement {
  return {
    name: 'testcase',
    attributes: { name: shortened(name), classname: shortened(group), time: seconds.toFixed(6) },
    children: [
      ...(skipped === null ? [] : [{ name: 'skipped', attributes: {}, children: [safe(skipped)] }]),
      ...errors.map((fault) => faultElement('error', fault)),
      ...failures.map((fault) => faultElement('failure', fault)),
      ...(notes.length === 0
        ? []
        : [{ name: 'system-out', attributes: {}, children: [notes.map((note) => safe(note)).join('\n')] }]),
    ],
  };
}

function faultElement(name: string, { type, message, details }: Fault): XmlElement {
  const lines = [message, ...details].map((line) => safe(line));
  return {
    name,
    attributes: { type: shortened(type), message: safe(message) },
    children: [lines.join('\n')],
  };
}

function shortened(name: string): string {
  return safe(name, 200);
}

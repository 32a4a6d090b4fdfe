import { createHash } from 'node:crypto';
import type { CarryReport } from '../../model/carry.js';
import { amount } from '../rate-text.js';
import { edgesPart } from './edges.js';
import { faultsPart } from './faults.js';
import { headerPart, SIMULATED, summaryPart } from './header.js';
import { type Html, html, inlineElement } from './html.js';
import { markShapes } from './marks.js';
import { matrixPart } from './matrix.js';
import { overTimePart } from './over-time.js';
import { ratesPart } from './rates.js';
import { runsPart } from './runs.js';
import { type Scene, sceneOf } from './scene.js';
import { SCRIPT } from './script.js';
import { sheetsPart } from './sheets-part.js';
import { STYLE } from './style.js';

/**
 * The report as one page that stands alone: no network, no font, nothing that is not in it. The same report gives the
 * same bytes. Only the style and the script below may run: their digests are in the page's own policy.
 */
export function reportPage(report: CarryReport): string {
  const scene = sceneOf(report);
  return `<!doctype html>\n${documentPart(scene).toString()}`;
}

function documentPart(scene: Scene): Html {
  return html`<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<title>${titleOf(scene.report)}</title>
${inlineElement('style', STYLE)}
</head>
<body>
<a class="skip" href="#main">Skip to the numbers</a>
${markShapes()}
<div class="page">
${headerPart(scene.report)}
<main id="main" tabindex="-1">
${summaryPart(scene.report)}${ratesPart(scene)}${edgesPart(scene)}${matrixPart(scene)}${overTimePart(scene)}${faultsPart(scene)}${runsPart(scene)}
</main>
<footer><p class="soft">${scene.report.schema}. ${scene.report.note}</p></footer>
</div>
${sheetsPart(scene)}
${inlineElement('script', SCRIPT)}
</body>
</html>
`;
}

function titleOf({ simulated, counts }: CarryReport): string {
  const label = simulated === 'none' ? '' : `${SIMULATED[simulated]}: `;
  return `${label}carry report, ${amount(counts.runs, 'run')}`;
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

const POLICY = [
  "default-src 'none'",
  `style-src ${hashOf(STYLE)}`,
  `script-src ${hashOf(SCRIPT)}`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

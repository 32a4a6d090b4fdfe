import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * A headless Chromium of the machine; whoever starts it closes it.
 *
 * @throws Error where there is none: nothing is skipped for that
 */
export function startBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: browserPath(), args: ['--no-sandbox'] });
}

function browserPath(): string {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter))
    for (const name of NAMES) if (isProgram(join(folder, name))) return join(folder, name);
  throw new Error(
    'no Chromium is on PATH, and the page is checked in a real one: apt-get install --no-install-recommends chromium fonts-dejavu-core fonts-liberation',
  );
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { hasWebKit, installedFirefox } from '../../setup/browser.mjs';
import { test as base } from '../fault-gallery/fault-fixtures';
import type { Engine, EnginePage } from './engine';
import { startFirefox } from './firefox';
import { startWebKit } from './webkit';

interface EngineFixtures {
  /** A page in the project's engine; what goes wrong in it and is not allowed fails the test. */
  readonly visitor: EnginePage;
  readonly allowComplaint: (pattern: RegExp) => void;
  /** Keeps a screenshot of the visitor's page in .reports/engines. */
  readonly keepScreenshot: (name: string) => Promise<void>;
  readonly allowed: RegExp[];
}

const screenshots = join(import.meta.dirname, '../../../.reports/engines');

/** What starts the engine of this name; undefined where it is not installed. */
export function engineNamed(name: string): (() => Promise<Engine>) | undefined {
  if (name === 'webkit') return hasWebKit() ? startWebKit : undefined;
  const path = installedFirefox();
  return path ? () => startFirefox(path) : undefined;
}

/** The `test` of journeys in Firefox and WebKit, which run where those are installed. */
export const test = base.extend<EngineFixtures>({
  allowed: async ({}, use) => use([]),
  allowComplaint: async ({ allowed }, use) => use((pattern) => void allowed.push(pattern)),
  visitor: async ({ perWorker, allowed }, use, testInfo) => {
    const { name } = testInfo.project;
    const start = engineNamed(name);
    testInfo.skip(!start, `${name} is not installed`);
    if (!start) return;
    const engine = await perWorker(name, start);
    const page = await engine.open();
    await use(page);
    const complaints = await page.complaints();
    await page.close();
    const unexpected = complaints.filter((line) => !allowed.some((pattern) => pattern.test(line)));
    if (unexpected.length > 0) throw new Error(unexpected.join('\n'));
  },
  keepScreenshot: async ({ visitor }, use, { project }) =>
    use(async (name) => {
      const file = join(screenshots, project.name, `${name}.png`);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, await visitor.screenshot());
    }),
});

export { expect } from '@playwright/test';

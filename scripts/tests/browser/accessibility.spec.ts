import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import * as v from 'valibot';
import { expect, test } from '../helpers/fixtures';
import { reach, states } from '../helpers/states';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const results = v.object({
  violations: v.array(
    v.object({
      id: v.string(),
      help: v.string(),
      nodes: v.array(v.object({ html: v.string(), failureSummary: v.optional(v.string(), '') })),
    }),
  ),
});

/**
 * What axe-core finds in the page as it is now, best practices included.
 * @param rules the only ones to run, if not all
 * @returns one paragraph for each violation
 */
async function axeViolations(page: Page, rules: readonly string[] = []): Promise<string[]> {
  // Evaluated by the debugger, which the page's policy does not hold back as it would a script element.
  if (!(await page.evaluate("typeof axe === 'object'"))) await page.evaluate(source);
  const chosen = rules.length > 0 ? { runOnly: rules } : {};
  const { violations } = v.parse(
    results,
    await page.evaluate(`axe.run(${JSON.stringify({ resultTypes: ['violations'], ...chosen })})`),
  );
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n${html}\n${failureSummary}`),
  );
}

/** The schemes differ in colours alone. */
const colourRules = ['color-contrast', 'link-in-text-block'];

const sizes = {
  phone: { width: 360, height: 780 },
  desktop: { width: 1280, height: 800 },
} as const;

test.use({ colorScheme: 'light' });

for (const state of states) {
  test(`axe finds nothing in ${state.name}, on a phone and a desktop, light and dark`, async ({
    page,
    expectConsole,
  }) => {
    if (state.console) expectConsole(state.console);
    await page.setViewportSize(sizes.phone);
    await reach(page, state);
    expect(await axeViolations(page), 'phone').toEqual([]);
    if (!state.narrowOnly) {
      await page.setViewportSize(sizes.desktop);
      expect(await axeViolations(page), 'desktop').toEqual([]);
    }
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await axeViolations(page, colourRules), 'dark').toEqual([]);
  });
}

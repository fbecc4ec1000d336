import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import * as v from 'valibot';

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
 * Finds violations with axe-core in the current state of the page, including those of best practices.
 * @param rules to run. By default all.
 * @returns one paragraph for each violation
 */
export async function axeViolations(page: Page, rules: readonly string[] = []): Promise<string[]> {
  // The debugger evaluates the code, since the page's CSP would block a script element.
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

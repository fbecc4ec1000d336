import { messageOf } from '@composed/command/format';
import type { Page } from 'playwright-core';
import { browserViolation, watchViolations } from './policy-violations';
import type { PageUnderTest } from './leave-and-return';

/** The most faults of a page, and the most characters of one: a page may print any number. */
const maxFaults = 20;
const maxFaultLength = 1000;

/** Fault → its text with a stack, or '' if it has none. */
export type Faults = Map<string, string>;

/** Collects the faults that a page prints or throws. */
export async function watchFaults({ page, name, state }: PageUnderTest) {
  const faults: Faults = new Map();
  const violations = new Set<string>();
  let act = '';
  const add = (fault: string, stack = '') => {
    if (state.isUnanswered) return;
    const sentence = `${name}${act}: ${fault.slice(0, maxFaultLength)}`;
    if (faults.size < maxFaults && !faults.has(sentence)) faults.set(sentence, stack);
  };
  await watchViolations(page, (violation, stack) => {
    violations.add(violation);
    add(violation, stack);
  });
  page.on('pageerror', (error) => add(messageOf(error), error.stack));
  page.on('console', (line) => {
    const text = line.text();
    // A call that a service refuses is not a fault by itself.
    const isRefusedCall = text.startsWith('Failed to load resource');
    // The text of a printed error includes its stack.
    if (line.type() === 'error' && !isRefusedCall) add(text.replace(/\n +at .*/s, ''), text);
  });
  return {
    faults,
    /** Adds a fault that the page neither prints nor throws. */
    add,
    /** Names the act of the smoke test for the faults that follow. */
    setAct: (newAct: string) => {
      act = ` ${newAct}`;
    },
    /** Removes the browser's own messages about violations, which are reported with their position. */
    dropRepeats: () => {
      if (violations.size === 0) return;
      for (const fault of faults.keys()) if (browserViolation.test(fault)) faults.delete(fault);
    },
  };
}
export type FaultWatch = Awaited<ReturnType<typeof watchFaults>>;

/** Adds stacks from the host's performance marks to faults, since the errors that the host prints have none. */
export async function addStacks(page: Page, faults: Faults): Promise<void> {
  const marks = await page.evaluate(() =>
    performance.getEntriesByType('mark').map((entry) => {
      const detail: unknown = 'detail' in entry ? entry.detail : null;
      return ['cause', 'stack'].map((key) => String(Reflect.get(Object(detail), key) ?? ''));
    }),
  );
  for (const [cause = '', stack = ''] of marks) {
    const sentence = [...faults.keys()].find((each) => each.endsWith(`: ${cause}`));
    if (cause !== '' && sentence !== undefined) faults.set(sentence, stack.slice(0, 5000));
  }
}

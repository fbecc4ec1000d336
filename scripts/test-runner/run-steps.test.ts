import { checkOutcome, noOutcome, type Outcome } from './outcome';
import { countsOf, runSteps } from './run-steps';
import type { Step } from './steps';

const step = (title: string, run: () => Promise<Outcome>): Step => ({ name: title, title, run });
const good = step('Good', async () => checkOutcome(true, 'noise'));
const bad = step('Bad', async () => checkOutcome(false, 'line 1\n\nline 2\n'));
const broken = step('Broken', () => Promise.reject(new Error('out of disk')));

async function told(...groups: Step[][]): Promise<{ lines: string[]; outcome: Outcome }> {
  const lines: string[] = [];
  let time = 0;
  const outcome = await runSteps(
    groups,
    (text) => lines.push(text),
    () => (time += 1500),
  );
  return { lines, outcome };
}

test('a step is announced, then told with its counts and its time', async () => {
  const { lines, outcome } = await told([good]);
  expect(lines).toEqual(['Good …', '✓ Good: 1 passed, 0 failed (1.5 s)']);
  expect(countsOf(outcome)).toBe('1 passed, 0 failed');
});

test('a failure is told in full, and the run goes on', async () => {
  const { lines, outcome } = await told([bad], [good]);
  expect(lines).toEqual([
    'Bad …',
    '✗ Bad: 0 passed, 1 failed (1.5 s)',
    '  line 1\n\n  line 2',
    'Good …',
    '✓ Good: 1 passed, 0 failed (1.5 s)',
  ]);
  expect(countsOf(outcome)).toBe('1 passed, 1 failed');
});

test('a step that throws is a failure that names its reason', async () => {
  const { lines, outcome } = await told([broken, good]);
  expect(lines.join('\n')).toContain('out of disk');
  expect(countsOf(outcome)).toBe('1 passed, 1 failed');
});

test('a silent failure is not left without a word', async () => {
  const { lines } = await told([step('Mute', async () => checkOutcome(false, ' '))]);
  expect(lines.at(-1)).toBe('  It failed and said nothing.');
});

test('the steps of a group run at the same time, groups one after another', async () => {
  const order: string[] = [];
  const slow = (name: string, ticks: number): Step =>
    step(name, async () => {
      order.push(`${name} starts`);
      for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve();
      order.push(`${name} ends`);
      return noOutcome;
    });
  await told([slow('a', 9), slow('b', 1)], [slow('c', 1)]);
  expect(order).toEqual(['a starts', 'b starts', 'b ends', 'a ends', 'c starts', 'c ends']);
});

test('skipped tests of all steps are kept', async () => {
  const skipping = step('S', async () => ({ ...noOutcome, passed: 1, skipped: ['x'] }));
  expect((await told([skipping], [skipping])).outcome.skipped).toEqual(['x', 'x']);
});

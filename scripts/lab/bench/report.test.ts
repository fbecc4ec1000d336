import { conditionNames, times, visitGoals, visitTable, type Sample } from './metrics';
import { intoReadme } from './report';
import { variants, type Variant } from './variants';

const pages = ['/', '/signup', '/terms'];
const metrics = [
  ...Object.keys(times),
  ...pages.flatMap((page) => [`${page} lcp`, `${page} script`, `${page} wire`]),
  '/ lcp after fcp',
];

/** Three rounds under every condition, in which every metric is 100 but for those of the composed site that are given. */
const aRun = (composed: Readonly<Record<string, readonly number[]>>): Sample[] =>
  [0, 1, 2].flatMap((round) =>
    conditionNames.flatMap((condition) =>
      variants.map((variant: Variant) => ({
        ...{ condition, variant },
        metrics: Object.fromEntries(
          metrics.map((name) => [
            name,
            (variant === 'composed' ? composed[name]?.[round] : null) ?? 100,
          ]),
        ),
      })),
    ),
  );

const slow = aRun({ '/signup hydrated': [198, 208, 212] });
const hydration = /hydrated, later than in the monolith/;
const goal = (samples: readonly Sample[], wanted: RegExp) =>
  visitGoals(samples).find(({ title }) => wanted.test(title));

test('a goal for several metrics shows the worst, and whether it is kept', () => {
  expect(goal(slow, hydration)).toMatchObject({
    goal: '≤ 100 ms',
    measured: '108 ms (103 to 110)',
    isKept: false,
  });
  expect(goal(aRun({}), hydration)).toMatchObject({ measured: '0 ms', isKept: true });
});

test('a goal may be a metric of its own, or a difference', () => {
  const script = aRun({ '/ script': [103_900, 103_900, 103_900] });
  const kept = { goal: '≤ 104.4 KB', measured: '103.9 KB', isKept: true };
  expect(goal(script, /^Script of `\/`/)).toMatchObject(kept);
  const presses = aRun({ '/ press': [116, 124, 116] });
  expect(goal(presses, /^Slowest press .* without scripts/)).toMatchObject({
    goal: '≤ 16 ms',
    measured: '16 ms (16 to 20)',
    isKept: true,
  });
});

test('the goals fit what a reader takes in: fifteen rows with those of Lighthouse', () => {
  expect(visitGoals(slow)).toHaveLength(9);
});

test('the table says what federation costs', () => {
  const row = visitTable(slow).rows.find(([title]) => title?.startsWith('Sign-up form hydrated'));
  expect(row?.slice(1)).toEqual(['208 ms (203 to 210)', '100 ms', '100 ms', '108 ms (103 to 110)']);
});

test('the README gets what was found, and keeps all else that it says', () => {
  const before = '# Site\n<!-- measured -->\nold\n<!-- /measured -->\nEnd\n';
  const after = intoReadme(before, 'On a quiet day.');
  expect(after).toMatch(/^# Site\n[^]*On a quiet day\.[^]*\nEnd\n$/);
  expect(after).not.toContain('old');
  expect(intoReadme(after, 'On a quiet day.')).toBe(after);
});

import {
  conditionNames,
  processorTimes,
  times,
  visitGoals,
  visitTable,
  type Sample,
} from './metrics';
import { intoReadme } from './report';
import { variants } from './variants';

const pages = ['/', '/signup', '/terms'];
const metrics = [
  ...Object.keys({ ...times, ...processorTimes }),
  ...pages.flatMap((page) => [`${page} lcp`, `${page} script`, `${page} wire`]),
  '/ lcp after fcp',
  ...['/ press', '/signup letter'].map((name) => `${name}, slowest phone`),
];

/** Three rounds under every condition, in which every metric is 100 but for those of the composed site that are given. */
const aRun = (composed: Readonly<Record<string, readonly number[]>>): Sample[] =>
  [0, 1, 2].flatMap((round) =>
    ([...conditionNames, 'untouched'] as const).flatMap((condition) =>
      variants.map((variant) => {
        const own = variant === 'composed' ? composed : {};
        const values = metrics.map((name) => [name, own[name]?.[round] ?? 100] as const);
        return { condition, variant, metrics: Object.fromEntries(values) };
      }),
    ),
  );

const slow = aRun({ '/signup hydrated': [198, 208, 212], '/ script': [99_900, 99_900, 99_900] });

test('a goal shows the worst of its metrics, and whether that keeps it', () => {
  const goal = (wanted: RegExp) => visitGoals(slow).find(({ title }) => wanted.test(title));
  const missed = { goal: '≤ 100 ms', measured: '108 ms (103 to 110)', isKept: false };
  expect(goal(/hydrated, later than in the monolith/)).toMatchObject(missed);
  const kept = { goal: '≤ 101.2 KB', measured: '99.9 KB', isKept: true };
  expect(goal(/^Script of `\/`/)).toMatchObject(kept);
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

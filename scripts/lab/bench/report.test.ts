import type { Table } from './findings';
import { intoReadme, tablesOf, toMarkdown } from './report';
import type { Variant } from './variants';
import { visitChart } from './visits/chart';
import { conditionNames, type Sample } from './visits/samples';
import { floorWarning, visitGoals, visitTables } from './visits/tables';

/** Rounds of a figure for each variant, the same under every condition. */
function aMeasuring(
  figure: string,
  values: Readonly<Partial<Record<Variant, readonly number[]>>>,
): Sample[] {
  return (Object.entries(values) as [Variant, readonly number[]][]).flatMap(([variant, rounds]) =>
    rounds.flatMap((value, round) =>
      conditionNames.map((condition) => ({
        ...{ round, condition, variant },
        figures: { [figure]: value },
      })),
    ),
  );
}

const hydrated = aMeasuring('landing hydrated', {
  composed: [1040, 1060, 1080],
  monolith: [1000, 1000, 1000],
});
const restless = aMeasuring('landing hydrated', {
  composed: [500, 1500, 4000],
  monolith: [1000, 1000, 1000],
});

const hydratedGoal = 'Pricing hydrated, 150 ms and 1.6 Mbps, to monolith';
const goal = (samples: readonly Sample[], wanted: string) =>
  visitGoals(samples).find(({ title }) => title === wanted);

test('a goal is shown with its ratio and whether it is kept', () => {
  expect(goal(hydrated, hydratedGoal)).toEqual({
    title: hydratedGoal,
    goal: '≤ × 1.05',
    measured: '× 1.06 (1.05–1.07)',
    isKept: false,
  });
  const fast = aMeasuring('landing hydrated', {
    composed: [1010, 1030, 1050],
    monolith: [1000, 1000, 1000],
  });
  expect(goal(fast, hydratedGoal)?.isKept).toBe(true);
});

test('a goal may be a figure of its own, without a ratio', () => {
  const shifts = aMeasuring('landing shift', { composed: [0, 0, 0] });
  expect(goal(shifts, 'Layout shift')).toEqual({
    title: 'Layout shift',
    goal: '≤ 0',
    measured: '0',
    isKept: true,
  });
});

test('the first table says of every goal whether it is kept', () => {
  const row = { title: 'Size', goal: '≤ 1', measured: '2' };
  const goals = [
    { ...row, isKept: false },
    { ...row, isKept: null },
  ];
  expect(tablesOf([{ tables: [], goals }])[0]?.rows).toEqual([
    ['Size', '≤ 1', '2', 'no'],
    ['Size', '≤ 1', 'unsteady', ''],
  ]);
});

test('a figure that cannot be trusted is not printed', () => {
  expect(goal(restless, hydratedGoal)?.isKept).toBeNull();
  const row = visitTables(restless)[0]?.rows.find(([title]) => title === 'Pricing hydrated');
  expect(row).toEqual(['Pricing hydrated', 'unsteady', '1,000 ms (1,000–1,000)', '']);
});

test('a floor that differs between the halves of a run is a warning', () => {
  const floor = (heading: number[]) => floorWarning(aMeasuring('landing fcp', { heading }));
  expect(floor([200, 200, 210, 215])).toBeNull();
  expect(floor([200, 200, 250, 250])).toContain('painted 25 % later in the second half');
  expect(floor([200])).toBeNull();
});

test('the chart draws what is steady, and leaves out what is not', () => {
  const bars = (chart: string) => chart.match(/<rect class="composed"[^>]*height="14"/g) ?? [];
  expect(bars(visitChart(hydrated))).toHaveLength(2);
  expect(bars(visitChart(restless))).toHaveLength(0);
  expect(visitChart(hydrated)).toContain('1,060 ms');
});

test('a table in Markdown has its figures to the right', () => {
  const table = { title: 'Speed', head: ['', 'Time'], rows: [['a|b', '1 ms']] };
  expect(toMarkdown(table)).toBe('**Speed**\n\n|  | Time |\n| --- | ---: |\n| a\\|b | 1 ms |\n');
});

test('the README shows the first table, and keeps the others and all else that it says', () => {
  const table = (title: string): Table => ({
    title,
    head: ['', 'Time'],
    rows: [['Start', '1 ms']],
  });
  const before = '# Site\n<!-- measured -->\nold\n<!-- /measured -->\nEnd\n';
  const after = intoReadme(before, [table('Goals'), table('Rest')], 'On a quiet day.');
  expect(after).toMatch(/^# Site\n/);
  expect(after).toMatch(/\nEnd\n$/);
  expect(after).not.toContain('old');
  expect(after.indexOf('**Goals**')).toBeLessThan(after.indexOf('<details>'));
  expect(after.indexOf('**Rest**')).toBeGreaterThan(after.indexOf('<details>'));
  expect(after).toContain('On a quiet day.');
  expect(intoReadme(after, [table('Goals'), table('Rest')], 'On a quiet day.')).toBe(after);
});

test('a README without a place for the figures is left alone', () => {
  expect(() => intoReadme('# Site\n', [], '')).toThrow('README.md has no <!-- measured -->');
});

import { aMeasuring } from '../../../testing/bench-samples';
import { visitChart } from './chart';
import { intoReadme } from './readme';
import { toMarkdown } from './table';
import { goalTable, visitTables } from './visit-table';

const hydrated = aMeasuring('landing alive', {
  composed: [1040, 1060, 1080],
  monolith: [1000, 1000, 1000],
});
const restless = aMeasuring('landing alive', {
  composed: [500, 1500, 4000],
  monolith: [1000, 1000, 1000],
});

test('a goal is told with its ratio and whether it is kept', () => {
  const { rows } = goalTable(hydrated);
  expect(rows.find(([title]) => title === 'Pricing hydrated')).toEqual([
    'Pricing hydrated',
    'monolith',
    '≤ 1.10',
    '1.06 (1.05–1.07)',
    'kept',
  ]);
});

test('a missed goal is called missed', () => {
  const slow = aMeasuring('landing alive', {
    composed: [1300, 1300, 1300],
    monolith: [1000, 1000, 1000],
  });
  expect(
    goalTable(slow)
      .rows.find(([title]) => title === 'Pricing hydrated')
      ?.at(-1),
  ).toBe('missed');
});

test('a figure that cannot be trusted is not printed', () => {
  const goal = goalTable(restless).rows.find(([title]) => title === 'Pricing hydrated');
  expect(goal?.slice(3)).toEqual(['unsteady', '']);
  const row = visitTables(restless)[0]?.rows.find(([title]) => title === 'Pricing hydrated');
  expect(row).toEqual(['Pricing hydrated', 'unsteady', '1,000 ms (1000–1000)', '', '', '']);
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
  const table = (title: string) => ({ title, head: ['', 'Time'], rows: [['Start', '1 ms']] });
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

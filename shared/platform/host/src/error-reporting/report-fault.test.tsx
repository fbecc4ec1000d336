import { report, type FaultReport } from './report-fault';

let lines: unknown[][];

beforeEach(() => {
  lines = [];
  jest.spyOn(console, 'error').mockImplementation((...line: unknown[]) => void lines.push(line));
});

function reported(cause: unknown) {
  report('pricing', 'PricingSection', 'entry', cause);
  const [mark] = performance.getEntriesByName('composed:failed:pricing/PricingSection').slice(-1);
  return (mark as PerformanceMark).detail as FaultReport;
}

it('a long message is shortened, and its line breaks become spaces', () => {
  const { cause } = reported(new Error(`one\r\ntwo\u2028three ${'x'.repeat(1000)}`));
  expect(cause).toMatch(/^Error: one two three x+…$/);
  expect(cause).toHaveLength(200);
  expect(String(lines[0]?.[0])).not.toMatch(/[\r\n\u2028]/);
});

it.each([
  ['a text', 'offline', 'offline'],
  ['an object', { password: 'correct horse' }, 'a thrown object'],
  ['null', null, 'a thrown null'],
  ['nothing', undefined, 'a thrown undefined'],
])('a thrown %s is reported without its fields', (_name, cause, expected) => {
  expect(reported(cause).cause).toBe(expected);
});

it('other fields of an error than its message are not reported', () => {
  const cause = Object.assign(new Error('no'), { values: { password: 'correct horse' } });
  expect(JSON.stringify([reported(cause), lines])).not.toContain('correct horse');
});

it('an error that cannot be read is still reported', () => {
  const cause = Object.defineProperty(new Error('x'), 'message', {
    get() {
      throw new Error('trap');
    },
  });
  expect(reported(cause).cause).toBe('unreadable');
});

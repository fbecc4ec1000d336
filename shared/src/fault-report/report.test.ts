import { fieldLimit, reportFault, setReporter, type Fault, type FaultReport } from './report';

const fault: Fault = {
  app: 'pricing',
  version: '3f2a91c0',
  expose: './PricingSection',
  stage: 'entry',
  cause: new TypeError('Failed to fetch'),
};

let lines: unknown[][];

beforeEach(() => {
  lines = [];
  jest.spyOn(console, 'error').mockImplementation((...line: unknown[]) => void lines.push(line));
});

afterEach(() => setReporter(null));

function reported(change: Partial<Fault> = {}): FaultReport {
  const reporter = jest.fn<unknown, [FaultReport]>();
  setReporter(reporter);
  reportFault({ ...fault, ...change });
  expect(reporter).toHaveBeenCalledTimes(1);
  const report = reporter.mock.calls[0]?.[0];
  if (!report) throw new Error('nothing was reported');
  return report;
}

it('a fault is one console line with app, version, expose and cause', () => {
  reportFault(fault);
  expect(lines).toEqual([
    ['[pricing 3f2a91c0 ./PricingSection] entry failed: TypeError: Failed to fetch'],
  ]);
});

it('the reporter gets the same as fixed fields of text', () => {
  expect(reported()).toEqual({
    app: 'pricing',
    version: '3f2a91c0',
    expose: './PricingSection',
    stage: 'entry',
    cause: 'TypeError: Failed to fetch',
  });
});

it('the last reporter replaces the others, and null turns reporting off', () => {
  const first = jest.fn();
  const second = jest.fn();
  setReporter(first);
  setReporter(second);
  reportFault(fault);
  setReporter(null);
  reportFault(fault);
  expect(first).not.toHaveBeenCalled();
  expect(second).toHaveBeenCalledTimes(1);
  expect(lines).toHaveLength(2);
});

it('a reporter that throws or rejects does no harm', async () => {
  setReporter(() => {
    throw new Error('reporter');
  });
  expect(() => reportFault(fault)).not.toThrow();
  setReporter(async () => Promise.reject(new Error('reporter')));
  expect(() => reportFault(fault)).not.toThrow();
  await new Promise((resolve) => setImmediate(resolve));
  expect(lines).toHaveLength(2);
});

it('a long message is cut and its line breaks become spaces', () => {
  const { cause } = reported({ cause: new Error(`one\r\ntwo\u2028three ${'x'.repeat(1000)}`) });
  expect(cause).toMatch(/^Error: one two three x+…$/);
  expect(cause).toHaveLength(fieldLimit);
  expect(String(lines[0]?.[0])).not.toMatch(/[\r\n\u2028]/);
});

it.each([
  ['a text', 'offline', 'offline'],
  ['an object', { password: 'correct horse' }, 'a thrown object'],
  ['null', null, 'a thrown null'],
  ['nothing', undefined, 'a thrown undefined'],
])('%s that was thrown is named without its fields', (_name, cause, expected) => {
  expect(reported({ cause }).cause).toBe(expected);
});

it('fields that an error carries besides its message stay out', () => {
  const cause = Object.assign(new Error('no'), { values: { password: 'correct horse' } });
  expect(JSON.stringify([reported({ cause }), lines])).not.toContain('correct horse');
});

it('an error that cannot be read is still reported', () => {
  const cause = Object.defineProperty(new Error('x'), 'message', {
    get() {
      throw new Error('trap');
    },
  });
  expect(reported({ cause }).cause).toBe('an error that cannot be read');
});

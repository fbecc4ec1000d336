import { fieldLimit, reportFault, type Fault } from './report';

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

const reported = (change: Partial<Fault> = {}) => reportFault({ ...fault, ...change });

it('a fault is one console line, and reported as fixed fields of text', () => {
  expect(reported()).toEqual({
    app: 'pricing',
    version: '3f2a91c0',
    expose: './PricingSection',
    stage: 'entry',
    cause: 'TypeError: Failed to fetch',
    stack: expect.stringMatching(/^TypeError: Failed to fetch\n/) as string,
  });
  expect(lines).toEqual([
    ['[pricing 3f2a91c0 ./PricingSection] entry failed: TypeError: Failed to fetch'],
  ]);
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

import { report, type FaultReport } from './report-fault';
import { watchTyping } from './typed-text';

let lines: unknown[][];

beforeEach(() => {
  lines = [];
  jest.spyOn(console, 'error').mockImplementation((...line: unknown[]) => void lines.push(line));
});

function reported(cause: unknown) {
  report('pricing', 'PricingSection', 'entry', cause);
  const [mark] = performance.getEntriesByName('failed:pricing/PricingSection').slice(-1);
  return (mark as PerformanceMark).detail as FaultReport;
}

it('a long message is cut and its line breaks become spaces', () => {
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
])('%s that was thrown is named without its fields', (_name, cause, expected) => {
  expect(reported(cause).cause).toBe(expected);
});

it('what was typed is in no line, whole or in part, though its field has left the page', () => {
  const letters = Array.from({ length: 30_000 }, (_, at) =>
    String.fromCharCode(97 + ((at * at * 7) % 26)),
  );
  const lastName = `${letters.join('')}xyzzy`;
  document.body.innerHTML = '<input name="lastName"><input name="city"><textarea></textarea>';
  const [last, city] = document.querySelectorAll('input');
  watchTyping();
  Object.assign(last ?? {}, { value: lastName });
  Object.assign(city ?? {}, { value: 'Ely' });
  city?.dispatchEvent(new Event('input', { bubbles: true }));
  document.body.replaceChildren();
  const { cause } = reported(new Error(`/(Ely|${lastName.toUpperCase()})/: too large`));
  const said = `${cause} ${lines.join(' ')}`.toLowerCase();
  expect(said).not.toContain('ely');
  for (let at = 0; at < 2000; at += 1) expect(said).not.toContain(lastName.slice(at, at + 10));
  expect(reported(new Error(`no ${lastName.slice(50, 70)}; no entry`)).cause).toBe(
    'Error: no …; no entry',
  );
});

it('fields that an error carries besides its message stay out', () => {
  const cause = Object.assign(new Error('no'), { values: { password: 'correct horse' } });
  expect(JSON.stringify([reported(cause), lines])).not.toContain('correct horse');
});

it('an error that cannot be read is still reported', () => {
  const cause = Object.defineProperty(new Error('x'), 'message', {
    get() {
      throw new Error('trap');
    },
  });
  expect(reported(cause).cause).toBe('an error that cannot be read');
});

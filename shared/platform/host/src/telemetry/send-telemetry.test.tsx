import { pinsElementId, telemetryElementId } from '@composed/contracts/page-elements';
import { maxTelemetryBytes, telemetry } from '@composed/contracts/telemetry';
import * as v from 'valibot';
import { onINP } from 'web-vitals';

jest.mock('web-vitals', () => ({ onLCP: jest.fn(), onINP: jest.fn(), onCLS: jest.fn() }));

/** The beacon of a page with these entries in its performance timeline. */
async function beaconOf(timeline: Readonly<Record<string, unknown>>, more: object = {}) {
  const pins = { host: 'h1', remotes: { pricing: { version: 'p1' }, ...more } };
  document.body.innerHTML = `
    <template id="${telemetryElementId}" data-url="/_telemetry"></template>
    <script type="application/json" id="${pinsElementId}">
      ${JSON.stringify(pins)}
    </script>
    <div data-slot="pricing/PricingSection"><button>Buy</button></div>`;
  const getEntriesByType = (type: string) => timeline[type] ?? [];
  Object.defineProperty(performance, 'getEntriesByType', {
    configurable: true,
    value: getEntriesByType,
  });
  const sendBeacon = jest.fn<boolean, [string, string]>(() => true);
  Object.defineProperty(navigator, 'sendBeacon', { configurable: true, value: sendBeacon });
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  await jest.isolateModulesAsync(async () => {
    await import('./send-telemetry');
  });
  document.dispatchEvent(new Event('visibilitychange'));
  expect(sendBeacon).toHaveBeenCalledTimes(1);
  const [[, body] = ['', '']] = sendBeacon.mock.calls;
  expect(Buffer.byteLength(body)).toBeLessThanOrEqual(maxTelemetryBytes);
  return v.parse(telemetry, JSON.parse(body));
}

const fault = { app: 'pricing', version: 'p1', expose: './PricingSection', stage: 'render' };

/** Marks of faults whose stacks have twelve frames in files with this name. */
const failures = (count: number, file: string, cause = 'Error: no') =>
  Array.from({ length: count }, (_, at) => ({
    name: `composed:failed:pricing/${at}`,
    startTime: at,
    detail: {
      ...fault,
      cause,
      stack: Array.from(
        { length: 12 },
        (_each, line) => `at x (https://shop.test/assets/pricing/${file}.js?retry=1:${line + 1}:9)`,
      ).join('\n'),
    },
  }));

test('a fault has eight frames of the site’s files, innermost first, without addresses and queries', async () => {
  const { faults } = await beaconOf({ mark: failures(1, 'main') });
  const frames = [1, 2, 3, 4, 5, 6, 7, 8].map((line) => `pricing/main.js:${line}:9`);
  expect(faults).toEqual([{ ...fault, cause: 'Error', frames }]);
});

const typed = 'correct horse';

test.each([
  ['a team’s message', `Error: no shop for ${typed}`, 'Error'],
  ['a team’s message in an engine’s class', `TypeError: /${typed}/ is none`, 'TypeError'],
  ['a name that holds it', `${typed}: no`, 'Error'],
  [
    'an engine’s message, but for what stands in quotes',
    `TypeError: Cannot read properties of undefined (reading '${typed}')`,
    'TypeError: Cannot read properties of undefined (reading …',
  ],
  [
    'React’s message',
    'Error: Minified React error #418; visit https://react.dev/errors/418',
    'Error: Minified React error #418; visit https://react.dev/errors/418',
  ],
])('a fault with %s is reported without text that somebody typed', async (_name, cause, told) => {
  const { faults } = await beaconOf({ mark: failures(1, 'main', cause) });
  expect(faults).toMatchObject([{ cause: told }]);
});

test('if four faults do not fit into a beacon, each keeps only its innermost frames', async () => {
  const name = 'a'.repeat(90);
  const { faults } = await beaconOf({
    mark: failures(6, name, `Error: Minified React error #1${'…'.repeat(160)}`),
  });
  expect(faults).toHaveLength(4);
  for (const { frames = [] } of faults) {
    expect(frames).toHaveLength(3);
    expect(frames[0]).toBe(`pricing/${name}.js:1:9`);
  }
});

test('a style that was rewritten in transit and so refused is reported once', async () => {
  const style = document.head.appendChild(document.createElement('style'));
  Object.defineProperty(style, 'sheet', { value: null });
  const { faults } = await beaconOf({});
  expect(faults).toEqual([
    { app: 'host', version: 'h1', expose: './rewritten-page', stage: 'style', cause: 'no error' },
  ]);
  style.remove();
});

test.each([
  ['the app that was pressed, of a handler', 'event-listener', 'host/libraries.js', 300, 'pricing'],
  ['the app whose script it is', 'user-callback', 'host/main.js', 300, 'host'],
  ['nobody, of a press that is good enough', 'user-callback', 'host/main.js', 200, undefined],
  ['nobody, of a script in the page', 'classic-script', '', 300, undefined],
])('a slow press is counted for %s', async (_name, invokerType, file, duration, app) => {
  const script = (ms: number) => ({ duration: ms, invokerType, sourceURL: `/assets/${file}` });
  const frame = (startTime: number, ms: number) => ({
    startTime,
    duration: ms,
    scripts: [
      script(ms),
      {
        ...script(1),
        sourceURL: '/assets/signup/a.js',
      },
    ],
  });
  const otherEntry = {
    duration: 900,
    invokerType: 'user-callback',
    sourceURL: '/assets/signup/a.js',
  };
  jest.mocked(onINP).mockImplementation((report) => {
    const target = document.querySelector('button');
    report({
      name: 'INP',
      value: duration,
      entries: [{ startTime: 1000, duration, target }],
    } as never);
  });
  const { slow } = await beaconOf({
    // The first ended before the press came.
    'long-animation-frame': [{ ...frame(50, 900), scripts: [otherEntry] }, frame(1000, 250)],
  });
  expect(slow).toBe(app);
});

test('a slow press in an element with a library’s slot attribute is counted', async () => {
  jest.mocked(onINP).mockImplementation((report) => {
    const target = document.querySelector('button');
    if (target) target.dataset['slot'] = 'a dialog';
    report({
      name: 'INP',
      value: 300,
      entries: [{ startTime: 0, duration: 300, target }],
    } as never);
  });
  const scripts = [{ duration: 300, invokerType: 'event-listener', sourceURL: '' }];
  const frames = [{ startTime: 0, duration: 300, scripts }];
  expect((await beaconOf({ 'long-animation-frame': frames })).slow).toBe('a_dialog');
  jest.mocked(onINP).mockReset();
});

const parts = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    name: `composed:hydrated:pricing/PricingSection.part-with-a-long-name-${at}`,
    startTime: at,
  }));

test('a visit with many parts, odd names and foreign marks is sent with its fault', async () => {
  const [ownFailure] = failures(1, 'main');
  const odd = { ...ownFailure?.detail, expose: './My widget (1)' };
  const { faults } = await beaconOf({
    mark: [
      ...parts(300),
      { name: 'failed:something', startTime: 1 },
      { name: 'hydrated:my widget (1)', startTime: 1 },
      { name: 'composed:failed:pricing/x', startTime: 2, detail: odd },
    ],
  });
  expect(faults).toMatchObject([{ app: 'pricing', expose: './My_widget__1_' }]);
});

test('on a page of very many apps the beacon names those that failed', async () => {
  const remotes = Object.fromEntries(
    Array.from({ length: 200 }, (_, at) => [`app-with-a-long-name-${at}`, { version: 'v1' }]),
  );
  const { faults, releases } = await beaconOf({ mark: failures(6, 'main') }, remotes);
  expect(faults).toHaveLength(1);
  expect(releases).toMatchObject({ host: 'h1', pricing: 'p1' });
  expect(Object.keys(releases)).toHaveLength(128);
});

import { afterPaintElementId, telemetryElementId } from '@composed/contracts/page-elements';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** A page whose network is never quiet for two seconds. @returns how often it has got the script for telemetry */
async function scriptsAfter(seconds: number, share: number): Promise<number> {
  document.head.innerHTML = `
    <template id="${afterPaintElementId}"></template>
    <template id="${telemetryElementId}" data-share="${share}"><script type="text/plain"></script></template>`;
  const listeners = new Set<() => void>();
  class Observer {
    constructor(private readonly heard: () => void) {}
    observe = () => listeners.add(this.heard);
    disconnect = () => listeners.clear();
  }
  Object.defineProperty(globalThis, 'PerformanceObserver', { configurable: true, value: Observer });
  const start = Date.now();
  jest.spyOn(performance, 'now').mockImplementation(() => Date.now() - start);
  await jest.isolateModulesAsync(async () => {
    await import('./load-when-quiet');
  });
  for (let at = 0; at < seconds; at += 1) {
    jest.advanceTimersByTime(1000);
    for (const heard of listeners) heard();
  }
  return document.head.querySelectorAll(':scope > script').length;
}

test.each([
  ['is brought all the same', 0.1, 1],
  ['is drawn for once', 0.9, 0],
])('if the network is never quiet, the script for telemetry %s', async (_name, drawn, scripts) => {
  jest.spyOn(Math, 'random').mockReturnValueOnce(drawn).mockReturnValue(0);
  expect(await scriptsAfter(30, 50)).toBe(scripts);
});

import { axeViolations } from '../../helpers/axe';
import { expect, test } from '../../helpers/fixtures';
import { errors, startOutsideSite, tiles } from '../../helpers/outside-remotes';
import { isHydrated } from '@composed/testing/browser/hydration';
import { visitorIn } from '../engines/fixtures';

// Libraries that use other origins. In one worker, so that the site is published once.
test.describe.configure({ mode: 'default' });
test.use({ baseURL: undefined, extraHTTPHeaders: {} });

const tile = Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64');

/** Notes, in the page, what its policy refuses from now on. */
function watchPolicy(): void {
  const refused = new Set<string>();
  Reflect.set(window, 'refused', refused);
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
    const [source = ''] = /^(?:https:\/\/)?[\w.-]+/.exec(blockedURI) ?? [];
    refused.add(`${effectiveDirective} ${source}`);
  });
}
const readRefused = () => [...(Reflect.get(window, 'refused') as Set<string>)].sort();

/** Tries, in the page, to run code and to send something away, as markup or a script of a stranger would. */
function attack(): void {
  const run = `document.documentElement.setAttribute('data-ran', '')`;
  const add = (tag: string, attributes: object) =>
    document.body.append(Object.assign(document.createElement(tag), attributes));
  const attempts = [
    () => add('div', { innerHTML: `<img src="data:," alt="" onerror="${run}">` }),
    () => add('script', { text: run }),
    () => add('script', { src: `data:text/javascript,${run}` }),
    () => add('script', { src: 'https://tiles.example.com/script.js' }),
    // oxlint-disable-next-line typescript/no-implied-eval -- the policy is to refuse it
    () => void setTimeout(run),
    () => add('style', { textContent: 'h1 { color: red }' }),
    () => add('img', { src: 'https://errors.example.com/1.png' }),
    () => add('img', { src: 'https://tiles.example.com/1.png' }),
    () => add('iframe', { src: 'https://tiles.example.com/' }),
    () => void fetch('https://errors.example.com/').catch(() => null),
    () => void fetch('https://tiles.example.com/').catch(() => null),
    () => void fetch('https://elsewhere.example.com/').catch(() => null),
    () => void new Worker(URL.createObjectURL(new Blob([run]))),
  ];
  for (const attempt of attempts) {
    try {
      attempt();
    } catch {
      // Some are refused by an exception.
    }
  }
}

/** Both pages refuse these; the one without the remotes refuses what those are granted, too. */
const refusedEverywhere = [
  'connect-src https://elsewhere.example.com',
  'connect-src https://tiles.example.com',
  'frame-src https://tiles.example.com',
  'img-src https://errors.example.com',
  'script-src eval',
  'script-src-attr inline',
  'script-src-elem data',
  'script-src-elem https://tiles.example.com',
  'script-src-elem inline',
  'style-src-elem inline',
  'worker-src blob',
];
const granted = [`connect-src ${errors}`, `img-src ${tiles}`];

// `npm run soak` tries the other engines as well.
const engines = process.env['SOAK'] ? ['chromium', 'firefox', 'webkit'] : ['chromium'];

/**
 * A script of the site, as it is preloaded. WebKit 2.50 does not read the `integrity` of a preload (`preloadIfNeeded` in its
 * LinkLoader.cpp), so the policy refuses it, and lets the script itself in afterwards.
 */
const refusedPreload = 'script-src-elem http';

for (const engine of engines)
  test(`in ${engine} Sentry, Radix Select and Leaflet work beside pricing, and the policy allows only their origins`, async ({
    page,
    perWorker,
    allowConsole,
  }) => {
    allowConsole(/Content Security Policy|ERR_BLOCKED_BY_CSP/);
    await page.route(`${errors}/**`, (route) =>
      route.fulfill({ headers: { 'access-control-allow-origin': '*' }, body: '{}' }),
    );
    await page.route(`${tiles}/**`, (route) =>
      route.fulfill({ contentType: 'image/gif', body: tile }),
    );
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    const visitor = await visitorIn(engine, page, perWorker);
    const { url } = await perWorker('remotes with libraries', startOutsideSite);
    const hydrated = (part: string) =>
      expect.poll(() => visitor.evaluate(isHydrated, part), part).toBe(true);
    const text = () => visitor.evaluate(() => document.body.innerText, null);
    const tileCount = () =>
      visitor.evaluate(() => document.querySelectorAll('#map img.leaflet-tile').length, null);
    const refused = async () => {
      const refusedAddresses = await visitor.evaluate(readRefused, null);
      return engine === 'webkit'
        ? refusedAddresses.filter((each) => each !== refusedPreload)
        : refusedAddresses;
    };
    const hasRun = () =>
      visitor.evaluate(() => document.documentElement.hasAttribute('data-ran'), null);

    await visitor.goto(url);
    await visitor.evaluate(watchPolicy, null);
    await hydrated('map/MapSection');
    await expect.poll(tileCount).toBeGreaterThan(0);
    await hydrated('tracker/TrackerSection');
    await visitor.click('#tracker button', 'Report');
    await hydrated('picker/PickerSection');
    await visitor.click('#picker button', 'Letter');
    await visitor.click('[role=option]', 'A letter');
    await expect.poll(text).toContain('A letter');
    await hydrated('pricing/PricingSection');
    await visitor.click('[role=switch]', 'Annual billing');
    await expect.poll(text).toContain('$290.00');
    if (engine === 'chromium') {
      for (const origin of [`${errors}/api/1/envelope/`, `${tiles}/13/`])
        await expect.poll(() => asked.some((each) => each.startsWith(origin)), origin).toBe(true);
      expect(await axeViolations(page)).toEqual([]);
    }
    // A request of the remotes that the policy refused would be among them.
    await visitor.evaluate(attack, null);
    await expect.poll(refused).toEqual(refusedEverywhere);
    expect(await hasRun()).toBe(false);

    await visitor.goto(`${url}/signup`);
    await visitor.evaluate(watchPolicy, null);
    await visitor.evaluate(attack, null);
    await expect.poll(refused).toEqual([...refusedEverywhere, ...granted].sort());
    expect(await hasRun()).toBe(false);
    await visitor.close();
  });

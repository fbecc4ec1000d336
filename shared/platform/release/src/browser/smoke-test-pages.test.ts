import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import path from 'node:path';
import { temporaryFolder } from '@composed/build/jest/temporary-folder';
import { pageFile } from '@composed/contracts/page-addresses';
import { integrityOf } from '@composed/apps/integrity';
import { chosenBrowser } from '@composed/command/installed-software.mjs';
import type { Services } from './serve-pages';
import { smokeTestPages } from './smoke-test-pages';

const done = "performance.mark('composed:hydrated:page')";

/** Opens some of the pages, each with this script and its own content. */
function openPages(
  text: string,
  bodies: readonly (readonly [address: string, body: string])[],
  options: Parameters<typeof smokeTestPages>[3] = {},
  names = ['index.html'],
) {
  const script = Buffer.from(text);
  const start = `<script async crossorigin src="/assets/a.js" integrity="${integrityOf(script)}"></script>`;
  const page = (content: string) => Buffer.from(`<!doctype html>${content}${start}`);
  const pages = new Map(bodies.map(([address, body]) => [pageFile(address), page(body)]));
  const get = (key: string) => {
    if (!/^[\w./-]+$/.test(key)) throw new Error(`"${key}" is not a key of the store.`);
    return Promise.resolve(key === 'assets/a.js' ? script : null);
  };
  return smokeTestPages(pages, names, { get }, options);
}

/** Opens a page with this script. With content, the page has another page beside it. */
function openPage(text: string, limit = 60_000, body = '', apps = ['host'], services?: Services) {
  const other = ['/other', '<a href="/">Home</a>'] as const;
  const pages = [['/', body] as const, ...(body === '' ? [] : [other])];
  return openPages(text, pages, { apps, limit, ...(services && { services }) });
}

/** @returns the faults of a page with this script, each with the first line of its stack */
async function smokeTestScript(...page: Parameters<typeof openPage>) {
  const result = await openPage(...page);
  return (
    result && [...result.faults].map(([fault, stack]) => fault + (/ at .*/.exec(stack)?.[0] ?? ''))
  );
}

/**
 * Smoke-tests a page with a module of the shop.
 * @param module a script that fills `slot`, unless it has content already
 * @param markup the prerendered markup of the module
 */
function testModule(module: string, apps?: string[], markup = '<button>Buy</button>') {
  const host = `
    const shop = document.querySelector('main').innerHTML;
    const show = (slot) => { ${module}; performance.mark('composed:hydrated:shop/Shop'); };
    const turn = () => {
      const main = document.querySelector('main');
      main.replaceChildren();
      if (location.pathname !== '/') return;
      const slot = document.createElement('div');
      slot.dataset.slot = 'shop/Shop';
      main.append(slot);
      try {
        show(slot);
      } catch (error) {
        const cause = String(error);
        console.error('[shop 1 ./Shop] render failed: ' + cause);
        performance.mark('composed:failed:shop/Shop', { detail: { cause, stack: error.stack } });
      }
    };
    addEventListener('popstate', turn);
    addEventListener('click', (event) => {
      const link = event.target.closest('nav a');
      if (!link) return;
      event.preventDefault();
      history.pushState(null, '', link.href);
      turn();
    });
    addEventListener('pointermove', () => {
      show(document.querySelector('main > div'));
      ${done};
    }, { once: true });`;
  const page = `<nav><a href="/other">Other</a> <a href="/">Home</a></nav>
    <main><div data-slot="shop/Shop">${markup}</div></main>`;
  return smokeTestScript(host, 60_000, page, apps);
}

/** Returns a script that creates the shop's button, with a script for its click. */
const buttonThat = (onClick: string) => `
  const button = slot.querySelector('button') ?? document.createElement('button');
  button.textContent = 'Buy';
  slot.append(button);
  button.onclick = async () => { ${onClick} };`;

/** Counts connections to a port of this machine, by TCP and by UDP. */
async function listen() {
  let visits = 0;
  const tcp = createServer((socket) => {
    visits += 1;
    socket.destroy();
  });
  await once(tcp.listen(0, '127.0.0.1'), 'listening');
  const address = tcp.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const udp = createSocket('udp4', () => (visits += 1));
  await new Promise<void>((resolve) => udp.bind(port, '127.0.0.1', resolve));
  const stop = () => {
    tcp.close();
    udp.close();
  };
  return { port, visits: () => visits, stop };
}

const describeWithBrowser = chosenBrowser() ? describe : describe.skip;

describeWithBrowser('the browser that opens new pages', () => {
  test('makes no connection outside of itself', async () => {
    const { port, visits, stop } = await listen();
    const at = `127.0.0.1:${port}`;
    const ways = `
      const quiet = (way) => Promise.resolve().then(way).catch(() => undefined);
      const local = document.createElement('img');
      local.src = 'http://${at}/img';
      const ways = [
        () => fetch('http://${at}/', { mode: 'no-cors' }),
        () => new WebSocket('ws://${at}/'),
        () => new EventSource('http://${at}/'),
        () => navigator.sendBeacon('http://${at}/', 'x'),
        () => new WebTransport('https://${at}/').ready,
        () => window.open('http://${at}/'),
        ...['stun:${at}', 'turn:${at}?transport=tcp', 'turn:${at}?transport=udp'].map((urls) => async () => {
          const peer = new RTCPeerConnection({ iceServers: [{ urls, username: 'a', credential: 'b' }] });
          peer.createDataChannel('a');
          await peer.setLocalDescription(await peer.createOffer());
          const other = new RTCPeerConnection();
          await other.setRemoteDescription(peer.localDescription);
          await other.setLocalDescription(await other.createAnswer());
          await peer.setRemoteDescription(other.localDescription);
          const candidate = 'candidate:1 1 udp 2122260223 127.0.0.1 ${port} typ host';
          await peer.addIceCandidate({ candidate, sdpMid: '0' });
        }),
      ];
      document.head.append(local);
      Promise.all(ways.map(quiet)).then(() => setTimeout(() => { ${done} }, 3000));
    `;
    await smokeTestScript(ways);
    stop();
    expect(visits()).toBe(0);
  });

  test('gets no environment variable of the publisher', async () => {
    const folder = temporaryFolder();
    const program = path.join(folder, 'browser');
    const seen = path.join(folder, 'seen');
    await writeFile(program, `#!/bin/sh\nenv > '${seen}'\nexit 1\n`);
    await chmod(program, 0o755);
    const { CHROMIUM_PATH } = process.env;
    Object.assign(process.env, { CHROMIUM_PATH: program, AWS_SECRET_ACCESS_KEY: 'secret' });
    try {
      expect(await smokeTestScript(done)).toBeNull();
    } finally {
      delete process.env['AWS_SECRET_ACCESS_KEY'];
      if (CHROMIUM_PATH === undefined) delete process.env['CHROMIUM_PATH'];
      else process.env['CHROMIUM_PATH'] = CHROMIUM_PATH;
    }
    const names = (await readFile(seen, 'utf8')).match(/^\w+(?==)/gm)?.sort();
    expect(names).toEqual(expect.arrayContaining(['HOME', 'PATH']));
    expect(names).not.toContain('AWS_SECRET_ACCESS_KEY');
    expect(names?.length).toBeLessThan(12);
  });

  test('has another language and time zone than the pages are composed in', async () => {
    const own = "[(1.5).toLocaleString(), new Date('2026-01-01T00:00Z').getHours()].join(' ')";
    const faults = await smokeTestScript(`console.error(${own}); ${done};`);
    expect(faults).toEqual(['index.html: 1,5 9']);
  });

  test('responds with 404 to a name that no file can have', async () => {
    const asked = `fetch('/assets/a%20b').then(({ status }) => { if (status === 404) ${done}; })`;
    expect(await smokeTestScript(asked)).toEqual([]);
  });

  test('is ended when a page never stops, and another browser opens the remaining pages', async () => {
    const script = `if (location.pathname === '/') for (;;); console.error('no stall'); ${done};`;
    const pages = [['/', ''] as const, ['/other', ''] as const];
    const result = await openPages(script, pages, { limit: 8000 }, ['index.html', 'other.html']);
    expect([...(result?.faults.keys() ?? [])]).toEqual([
      'index.html: it was ended after 8 s: its script never stops',
      'other.html: no stall',
    ]);
  });
});

describeWithBrowser('faults of a page', () => {
  test('only the first faults of a page are reported, and only their beginning', async () => {
    const flood = "for (let n = 0; n < 500; n += 1) console.error(n + 'x'.repeat(5000));";
    const faults = (await smokeTestScript(`${flood} ${done};`)) ?? [];
    expect(faults).toHaveLength(20);
    expect(Math.max(...faults.map(({ length }) => length))).toBeLessThan(1100);
  });

  test('a policy violation is reported with its line, or with the setting that would allow it', async () => {
    const faults = await smokeTestScript(`
      try { document.body.innerHTML = '<p>1</p>'; } catch {}
      new Image().src = 'https://tiles.example.com/1.png';
      setTimeout(() => { ${done} }, 500);`);
    expect(faults).toEqual([
      expect.stringMatching(
        /^index\.html: Trusted Types refuse text as markup or script \(Element innerHTML\) at .*a\.js:2:/,
      ),
      'index.html: the page’s policy (img-src) refuses https://tiles.example.com/1.png; to use it, its package.json needs "outside": {"image":["https://tiles.example.com"]}',
    ]);
  });

  test('a fault of the document that a press leaves is reported as such', async () => {
    const fails = `addEventListener('beforeunload', () => { throw new Error('no stall'); });`;
    expect(await testModule(buttonThat(fails))).toEqual([
      expect.stringMatching(/^index\.html when the page is left after a press: no stall/),
    ]);
    // No service answers this call.
    expect(await testModule(buttonThat(`void fetch('/api/stalls'); ${fails}`))).toEqual([]);
  });

  test('a failed module of another team does not hide faults of the modules under test', async () => {
    const failing = (id: string, cause: string) =>
      `console.error('[${id.replace('/', ' 1 ./')}] render failed: ${cause}'); performance.mark('composed:failed:${id}');`;
    const slots = '<div data-slot="cart/Cart"></div><div data-slot="shop/Shop"></div>';
    const later = `setTimeout(() => { ${failing('shop/Shop', 'no stall')} }, 200); ${done};`;
    expect(await smokeTestScript(failing('cart/Cart', 'no cart') + later, 60_000, slots)).toEqual([
      'index.html: [cart 1 ./Cart] render failed: no cart',
      'index.html: [shop 1 ./Shop] render failed: no stall',
    ]);
    const once = `if (!window.told) { window.told = true; ${failing('cart/Cart', 'no cart')} }`;
    // A line that another module prints before it goes on does not count either.
    for (const otherCode of [once, "console.error('no cart');"]) {
      const faults = await testModule(otherCode + buttonThat("throw new Error('no stall')"), [
        'shop',
      ]);
      expect(faults).toContainEqual(
        expect.stringMatching(/^index\.html when somebody presses “Buy” of shop\/Shop: no stall/),
      );
    }
  });
});

describeWithBrowser('the smoke test of modules', () => {
  test('opens a module by a link, where Trusted Types refuse markup that hydration accepted', async () => {
    const markup = "if (!slot.hasChildNodes()) slot.innerHTML = '<button>Buy</button>'";
    const faults = (await testModule(markup)) ?? [];
    expect(faults).toContainEqual(
      expect.stringMatching(/^index\.html after a link: .*requires 'TrustedHTML'.* at show/),
    );
  });

  test('leaves each module by a link, and reports the module that no link leads away from', async () => {
    const links = '<nav><a href="/">Home</a> <a href="/one">One</a> <a href="/two">Two</a></nav>';
    const modules = {
      '/': ['a/one', 'a/two', 'a/bar'],
      '/one': ['a/one', 'a/bar'],
      '/two': ['a/two', 'a/bar'],
    };
    const script = `
      const modules = ${JSON.stringify(modules)};
      const show = () => {
        document.querySelector('main').replaceChildren(
          ...modules[location.pathname].map((slot) => {
            const element = document.createElement('div');
            element.dataset.slot = slot;
            performance.mark('composed:hydrated:' + slot);
            return element;
          }),
        );
      };
      addEventListener('popstate', show);
      addEventListener('click', (event) => {
        event.preventDefault();
        history.pushState(null, '', event.target.href);
        show();
      });
      show();
      ${done};`;
    const pages = Object.entries(modules).map(([path, ids]) => {
      const slots = ids.map((id) => `<div data-slot="${id}"></div>`);
      return [path, `${links}<main>${slots.join('')}</main>`] as const;
    });
    expect(await openPages(script, pages)).toMatchObject({
      faults: new Map(),
      untested: ['a/bar'],
    });
  });

  test('presses the buttons of a module, and those of a dialog that a press opens', async () => {
    const at = (name: string, line: number): unknown =>
      expect.stringMatching(
        `^index\\.html when somebody presses “${name}” of shop/Shop: no .*a\\.js:${line}:`,
      );
    const broken = buttonThat("throw new Error('no stall')");
    expect(await testModule(broken)).toEqual([at('Buy', 7)]);
    expect(await testModule(broken, ['other'])).toEqual([]);
    const opens = buttonThat(`
      const dialog = document.body.appendChild(document.createElement('dialog'));
      const close = dialog.appendChild(document.createElement('button'));
      Object.assign(close, { textContent: 'Close', onclick() { throw new Error('no stall') } });
      dialog.showModal();`);
    expect(await testModule(opens)).toEqual([at('Close', 10)]);
  });

  test('loads a page again with its storage, and reports a choice that hydration loses', async () => {
    const select = `
      const select = slot.querySelector('select') ?? slot.appendChild(document.createElement('select'));
      if (select.options.length === 0) select.append(new Option('S'), new Option('L'));`;
    const markup = '<select aria-label="Size"><option>S</option><option>L</option></select>';
    expect(await testModule(select, undefined, markup)).toEqual([]);
    expect(await testModule(`${select} select.value = 'S';`, undefined, markup)).toEqual([
      'index.html when it is loaded again: what was chosen before hydration is lost: “Size” of shop/Shop',
    ]);
    const keepsChoice = `${select} select.value = 'S'; select.onchange = () => { select.value = 'S'; };`;
    expect(await testModule(keepsChoice, undefined, markup)).toEqual([]);
    // Another team's module is tested with that team's publish.
    const beside = `<button>Buy</button></div><div data-slot="cart/Cart">${markup}`;
    const losing = `document.querySelectorAll('select').forEach((each) => (each.value = 'S'));
      performance.mark('composed:hydrated:cart/Cart'); ${buttonThat('')}`;
    expect(await testModule(losing, ['shop'], beside)).toEqual([]);
    const stored = `${buttonThat("localStorage.setItem('cart', 'full')")}
      if (localStorage.getItem('cart')) console.error('a full cart does not match');`;
    expect(await testModule(stored)).toEqual([
      'index.html when it is loaded again: a full cart does not match',
    ]);
  });

  test.each([
    ['asks a service', "await (await fetch('/api/stalls', { method: 'POST' })).json()"],
    ['leaves the page', "location.assign('/other')"],
    ['brings its button anew', 'button.replaceWith(button.cloneNode()); turn();'],
    ['opens another page', "open('/other').focus(); alert('It is there.')"],
  ])('counts it as no fault that a press %s', async (_what, does) => {
    expect(await testModule(buttonThat(does))).toEqual([]);
  });
});

describeWithBrowser('services behind a page', () => {
  test('respond to the page’s calls; a call without a service gets a 404 in JSON', async () => {
    const ask = `fetch('/api/stalls').then(async (answer) => {
      console.error(answer.status + ' ' + (await answer.text())); ${done}; });`;
    const services: Services = {
      cookies: [],
      register: async (fastify) => {
        fastify.get('/api/stalls', async () => ({ stalls: 2 }));
      },
    };
    const faults = (await openPage(ask, 60_000, '', ['host'], services))?.faults;
    expect([...(faults ?? [])].map(([fault]) => fault)).toEqual(['index.html: 200 {"stalls":2}']);
    const without = await openPage(ask);
    expect([...(without?.faults.keys() ?? [])]).toEqual([
      'index.html: 404 {"message":"There is no service at /api/stalls here."}',
    ]);
    expect(without?.unanswered).toEqual(['/api/stalls']);
  });

  test('of teams that run elsewhere are asked, and nothing is sent to them', async () => {
    const asked: string[] = [];
    const elsewhere = createHttpServer(({ method, url }, response) => {
      asked.push(`${method} ${url}`);
      response.end('{"left":2}');
    });
    await once(elsewhere.listen(0, '127.0.0.1'), 'listening');
    const address = elsewhere.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const services = {
      cookies: [],
      register: () => Promise.resolve(),
      apis: { decide: `http://127.0.0.1:${port}` },
    };
    const ask = `(async () => {
      const answer = await fetch('/api/decide/stock/CL-01');
      const order = await fetch('/api/decide/orders', { method: 'POST' });
      console.error(order.status + ' ' + (await answer.text()));
      ${done};
    })();`;
    const result = await openPage(ask, 60_000, '', ['host'], services);
    elsewhere.close();
    expect([...(result?.faults.keys() ?? [])]).toEqual(['index.html: 404 {"left":2}']);
    expect(asked).toEqual(['GET /stock/CL-01']);
  });
});

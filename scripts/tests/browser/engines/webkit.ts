import { expect } from '@playwright/test';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { miniBrowser } from '@composed/command/installed-software.mjs';
import { startProcess } from '@composed/testing/server/start-process';
import { freePort } from '@composed/http/operations/free-port';
import { locate, watch, type Engine, type EnginePage, type Target } from './engine';

/** Shrinks the toolbar, whose buttons would keep the window wider than a phone. */
const smallToolBar = '* { min-width: 0; margin: 0; padding: 0; font-size: 1px }';

/** Starts a virtual display, since WebKitGTK has no headless mode. */
async function startDisplay() {
  // Without -noreset, the server restarts when the last browser closes. It then refuses the next one, and the driver
  // waits for ever.
  const settings = ['-noreset', '-displayfd', '1', '-screen', '0', '1600x1200x24'];
  const display = startProcess('Xvfb', [...settings, '-nolisten', 'tcp']);
  return { stop: display.stop, name: `:${await display.ready(/^(\d+)$/m)}` };
}

/** Returns a function that sends W3C WebDriver commands below an address, and returns the values of their responses. */
const commandsOf =
  (address: string) =>
  async (method: string, path: string, parameters?: object): Promise<unknown> => {
    const body = parameters ? JSON.stringify(parameters) : null;
    const response = await fetch(address + path, { method, body });
    const { value } = v.parse(v.object({ value: v.unknown() }), await response.json());
    if (!response.ok) throw new Error(`${method} ${path} failed: ${JSON.stringify(value)}`);
    return value;
  };

function enginePage(command: ReturnType<typeof commandsOf>): EnginePage {
  const complaints: string[] = [];
  const evaluate: EnginePage['evaluate'] = async (run, argument) =>
    (await command('POST', '/execute/sync', {
      script: `return (${run.toString()})(arguments[0])`,
      args: [argument],
    })) as ReturnType<typeof run>;
  const drain = async () =>
    complaints.push(...(await evaluate(() => window.complaints?.splice(0) ?? [], null)));
  /** Tries until it can be done: what moves, or is under something that moves, can be pressed once it rests. */
  const act = (target: Target, path: string, parameters: object) =>
    expect(async () => {
      // An element comes as an object whose one value is its id.
      const id = Object.values((await evaluate(locate, target)) ?? {}).join('');
      await command('POST', `/element/${id}/${path}`, parameters);
    }).toPass();
  return {
    goto: async (url) => {
      await drain();
      await command('POST', '/url', { url });
      await evaluate(watch, undefined);
    },
    evaluate,
    click: (...target) => act(target, 'click', {}),
    type: (text, ...target) => act(target, 'value', { text }),
    resize: async (width, height) => {
      const [left, top] = await evaluate(
        () => [outerWidth - innerWidth, outerHeight - innerHeight] as const,
        null,
      );
      await command('POST', '/window/rect', { width: width + left, height: height + top });
    },
    complaints: async () => {
      await drain();
      return complaints;
    },
    close: async () => void (await command('DELETE', '')),
  };
}

/** Starts WebKit's driver and a display for it; every page is a browser of its own. */
export async function startWebKit(): Promise<Engine> {
  const display = await startDisplay();
  const port = await freePort();
  const settings = await mkdtemp(join(tmpdir(), 'shopwright-webkit-'));
  await mkdir(join(settings, 'gtk-3.0'));
  await writeFile(join(settings, 'gtk-3.0/gtk.css'), smallToolBar);
  const driver = startProcess('WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], {
    env: {
      ...process.env,
      DISPLAY: display.name,
      GDK_BACKEND: 'x11',
      XDG_CONFIG_HOME: settings,
      // In Debian 12's Mesa a drawing thread frees a list that another thread reads, and once in some hundred
      // pages the page's process ends. No drawing thread does so with none.
      LP_NUM_THREADS: '0',
      // An emulated graphics card is a fifth more work than none.
      WEBKIT_SKIA_ENABLE_CPU_RENDERING: '1',
    },
  });
  const server = `http://127.0.0.1:${port}`;
  await expect(() => fetch(`${server}/status`)).toPass();
  return {
    open: async () => {
      const options = { binary: miniBrowser, args: ['--automation'] };
      const alwaysMatch = { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options };
      const session = await commandsOf(server)('POST', '/session', {
        capabilities: { alwaysMatch },
      });
      const { sessionId } = v.parse(v.object({ sessionId: v.string() }), session);
      const page = enginePage(commandsOf(`${server}/session/${sessionId}`));
      await page.resize(1280, 800);
      return page;
    },
    stop: async () => {
      await driver.stop();
      await display.stop();
      await rm(settings, { recursive: true });
    },
  };
}

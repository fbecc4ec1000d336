import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Builder, By, error, type WebElement, type WebDriver } from 'selenium-webdriver';
import { miniBrowser } from '../../setup/browser.mjs';
import { stopProcess } from '../../testing/child';
import { freePort } from '../../testing/free-port';
import {
  locate,
  spokenRoles,
  waitFor,
  watch,
  type Engine,
  type EnginePage,
  type Spoken,
  type Target,
} from './engine';

/** Without it the tool bar's buttons keep the window wider than a phone. */
const smallToolBar = '* { min-width: 0; margin: 0; padding: 0; font-size: 1px }';

/** WebKitGTK has no headless mode: a display that nobody sees. @returns its name, such as `:99` */
async function startDisplay(): Promise<{ child: ChildProcess; display: string }> {
  const child = spawn(
    'Xvfb',
    // It would start anew when the last browser closes, and refuse one that comes meanwhile: the driver waits
    // for that one for ever.
    ['-noreset', '-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const [number] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, display: `:${number.toString().trim()}` };
}

/** In the page, for every element of the body: WebKit gives a role to hidden ones too. */
const areHidden = () =>
  [...document.querySelectorAll('body *')].map(
    (element) =>
      element.closest('[aria-hidden=true]') !== null ||
      !element.checkVisibility({ visibilityProperty: true }),
  );

async function speak(element: WebElement, number: number): Promise<Spoken[]> {
  // WebKit has no answer for an element that is not rendered.
  const role = await element.getAriaRole().catch(() => 'none');
  if (!(spokenRoles as readonly string[]).includes(role)) return [];
  return [{ element: number, role, name: await element.getAccessibleName() }];
}

function enginePage(driver: WebDriver): EnginePage {
  const complaints: string[] = [];
  const drain = async (): Promise<void> => {
    const kept = await driver.executeScript<string[] | null>('return window.complaints?.splice(0)');
    complaints.push(...(kept ?? []));
  };
  const find = (target: Target): Promise<WebElement> =>
    waitFor(
      () => driver.executeScript<WebElement | null>(locate, target),
      `${target.role} "${target.name}"`,
    );
  return {
    goto: async (url) => {
      await drain();
      await driver.get(url);
      await driver.executeScript(watch);
    },
    back: () => driver.navigate().back(),
    evaluate: (run, argument) => driver.executeScript(run, argument),
    click: async (role, name, part = 'body') => {
      const element = await find({ role, name, part });
      // What moves, or is under something that moves, can be pressed once it rests.
      await waitFor(
        () =>
          element.click().then(
            () => true,
            (reason: unknown) => {
              if (reason instanceof error.ElementNotInteractableError) return null;
              if (reason instanceof error.ElementClickInterceptedError) return null;
              throw reason;
            },
          ),
        `${role} "${name}" that can be pressed`,
      );
    },
    type: async (name, text, part = 'body') =>
      (await find({ role: 'textbox', name, part })).sendKeys(text),
    resize: async (width, height) => {
      const [left, top] = await driver.executeScript<[number, number]>(
        'return [outerWidth - innerWidth, outerHeight - innerHeight]',
      );
      await driver
        .manage()
        .window()
        .setRect({ width: width + left, height: height + top });
    },
    screenshot: async () => Buffer.from(await driver.takeScreenshot(), 'base64'),
    spoken: async () => {
      const elements = await driver.findElements(By.css('body *'));
      const hidden = await driver.executeScript<boolean[]>(areHidden);
      const spoken: Spoken[] = [];
      for (const [number, element] of elements.entries()) {
        if (!hidden[number]) spoken.push(...(await speak(element, number)));
      }
      return spoken;
    },
    complaints: async () => {
      await drain();
      return complaints;
    },
    close: () => driver.quit(),
  };
}

/** Starts WebKit's driver and a display for it; every page is a browser of its own. */
export async function startWebKit(): Promise<Engine> {
  const { child: display, display: name } = await startDisplay();
  const port = await freePort();
  const settings = await mkdtemp(join(tmpdir(), 'shopwright-webkit-'));
  await mkdir(join(settings, 'gtk-3.0'));
  await writeFile(join(settings, 'gtk-3.0/gtk.css'), smallToolBar);
  const driver = spawn('WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], {
    env: {
      ...process.env,
      DISPLAY: name,
      GDK_BACKEND: 'x11',
      XDG_CONFIG_HOME: settings,
      // In Debian 12's Mesa a drawing thread frees a list that another thread reads, and once in some hundred
      // pages the page's process ends. With no drawing threads there is nobody to do that.
      LP_NUM_THREADS: '0',
      // Without a graphics card: a fifth less to do than with one that is emulated.
      WEBKIT_SKIA_ENABLE_CPU_RENDERING: '1',
    },
    stdio: 'ignore',
  });
  const server = `http://127.0.0.1:${port}`;
  await waitFor(
    async () =>
      fetch(`${server}/status`).then(
        () => true,
        () => null,
      ),
    'WebKitWebDriver',
  );
  return {
    open: async () => {
      const page = await new Builder()
        .usingServer(server)
        .withCapabilities({
          browserName: 'MiniBrowser',
          'webkitgtk:browserOptions': { binary: miniBrowser, args: ['--automation'] },
        })
        .build();
      const engine = enginePage(page);
      await engine.resize(1280, 800);
      return engine;
    },
    stop: async () => {
      await stopProcess(driver);
      await stopProcess(display);
      await rm(settings, { recursive: true });
    },
  };
}

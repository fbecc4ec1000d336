import { pageAddresses, pageFile } from '@composed/contracts/page-addresses';
import { failedMark, hydratedMark, moduleSelector } from '@composed/contracts/page-roots';
import { parse } from 'parse5';
import type { JSHandle, Page } from 'playwright-core';
import { attribute, elementsIn } from '@composed/compose/html/elements';
import type { Deployment } from '@composed/compose/deployment';

/** A page under test. */
export interface PageUnderTest {
  readonly page: Page;
  readonly name: string;
  /** Federation ids of its modules under test. */
  readonly ids: readonly string[];
  readonly state: PageTestState;
}

/** The state of an open page and of its requests. */
export interface PageTestState {
  stage: 'opening' | 'navigating' | 'pressing';
  /** Number of requests that wait for a response. */
  waiting: number;
  /** Whether a press has led to a call that no service responds to. Later faults do not count then. */
  isUnanswered: boolean;
}

export const createPageTestState = (): PageTestState => ({
  stage: 'opening',
  waiting: 0,
  isUnanswered: false,
});

/** Milliseconds for modules to appear or disappear. On a busy machine a page takes more than ten seconds. */
export const moduleTimeout = 20_000;

/** The links of a page that stay in its document, and the federation ids of its modules. */
interface PageContent {
  readonly links: readonly string[];
  readonly modules: readonly string[];
}

function readContent(html: Buffer): PageContent {
  const elements = elementsIn(parse(html.toString('utf8')));
  const links = elements.flatMap((element) => {
    const isPlain = ['target', 'download'].every((name) => attribute(element, name) === undefined);
    const href = element.tagName === 'a' && isPlain ? attribute(element, 'href') : undefined;
    return href !== undefined && /^\/[\w./-]*$/.test(href) ? [href] : [];
  });
  return { links, modules: elements.flatMap((each) => attribute(each, 'data-slot') ?? []) };
}

/** @returns a function that reads a page of a deployment by its name, and caches it */
export function createPageReader(pages: Deployment['pages']) {
  const contentByName = new Map<string, PageContent>();
  return (name: string): PageContent | undefined => {
    const html = pages.get(name);
    const content = contentByName.get(name) ?? (html && readContent(html));
    if (content) contentByName.set(name, content);
    return content;
  };
}
export type ReadPage = ReturnType<typeof createPageReader>;

/** Finds the linked page without most of these modules. Prefers one with a link back, and then one with few modules. */
function findPageWithout(name: string, ids: readonly string[], readPage: ReadPage) {
  const [ownAddress = ''] = pageAddresses([name]);
  const linkedPages = (readPage(name)?.links ?? []).flatMap((address) => {
    const content = readPage(pageFile(address));
    const absentIds = ids.filter((id) => content?.modules.includes(id) === false);
    if (!content || absentIds.length === 0) return [];
    const backAddress = content.links.includes(ownAddress) ? ownAddress : null;
    const cost = backAddress === null ? Infinity : content.modules.length;
    return [{ address, backAddress, absentIds, cost }];
  });
  linkedPages.sort((a, b) => b.absentIds.length - a.absentIds.length || a.cost - b.cost);
  return linkedPages[0];
}

/**
 * Presses a link.
 * @returns whether the host handled the press, so that the browser does not load another document
 */
const pressLink = (page: Page, address: string) =>
  page.evaluate((selector) => {
    const press = new MouseEvent('click', { bubbles: true, cancelable: true });
    return document.querySelector(selector)?.dispatchEvent(press) === false;
  }, `a[href="${address}"]:not([target], [download])`);

/** Waits until each of the modules has been hydrated or has failed, or until none of them is in the page. */
async function waitUntil(page: Page, state: 'shown' | 'gone', ids: readonly string[]) {
  const done = page.waitForFunction(
    ([expectedState, modules]) => {
      const marks = performance.getEntriesByType('mark').map(({ name }) => name);
      return modules.every(({ id, finalMarks }) => {
        const isInPage = document.querySelector(`[data-slot="${id}"]`) !== null;
        if (expectedState === 'gone') return !isInPage;
        return isInPage && finalMarks.some((mark) => marks.includes(mark));
      });
    },
    [state, ids.map((id) => ({ id, finalMarks: [hydratedMark(id), failedMark(id)] }))] as const,
    // Polling by time is faster than by frame in a browser without a screen.
    { timeout: moduleTimeout, polling: 20 },
  );
  await done.catch((cause: unknown) => {
    const problem = `${ids.join(', ')}: not ${state} within ${moduleTimeout / 1000} s`;
    throw new Error(problem, { cause });
  });
}

/** The most presses per module, since some modules render new controls with each press. */
const maxPresses = 20;

/**
 * Finds the next control of a module, or of a dialog that a press has opened. Skips controls that lead to another page.
 * @param pressed the elements that have been pressed; the control is added
 */
async function findControl(id: string, pressed: JSHandle<Set<Element>>) {
  const handle = await pressed.evaluateHandle(
    (pressedElements, { selector, modules }) => {
      const openedRoles = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';
      const dialogs = [...document.querySelectorAll(`dialog[open], ${openedRoles}`)];
      const slot = document.querySelector(selector);
      const roots = [...dialogs.filter((dialog) => !dialog.closest(modules)), slot];
      const roles = ['button', 'tab', 'switch', 'checkbox', 'combobox', 'menuitem', 'option'];
      const roleSelector = roles.map((role) => `[role="${role}"]:not(a)`).join();
      const controlSelector = `button, input, select, textarea, summary, ${roleSelector}`;
      // A link is pressed only if the module has no other control: most links only lead to another page.
      const selectors =
        pressedElements.size === 0 ? [controlSelector, 'a[href]'] : [controlSelector];
      const candidates = selectors.flatMap((candidateSelector) =>
        roots.flatMap((root) => [
          ...(root?.querySelectorAll<HTMLElement>(candidateSelector) ?? []),
        ]),
      );
      const control = candidates.find(
        (element) =>
          element.checkVisibility() &&
          !element.matches(':disabled') &&
          !element.closest('[inert], [aria-hidden="true"]') &&
          !pressedElements.has(element),
      );
      if (control) pressedElements.add(control);
      return control ?? null;
    },
    { selector: `[data-slot="${id}"]`, modules: moduleSelector },
  );
  return handle.asElement();
}

/**
 * Presses the next control of a module.
 * @param announce gets the name of the control before the press
 * @returns whether there was a control
 */
async function pressNext(
  id: string,
  pressed: JSHandle<Set<Element>>,
  announce: (control: string) => void,
) {
  const control = await findControl(id, pressed);
  if (!control) return false;
  const name = await control.evaluate(
    (element) => element.getAttribute('aria-label') ?? element.textContent,
  );
  announce(`“${name.trim().slice(0, 40)}” of ${id}`);
  await control.evaluate((element) => {
    element.focus();
    const isLink = element.matches('a');
    // With the control key, a link opens another tab and the page stays.
    const options = { bubbles: true, cancelable: true, ctrlKey: isLink };
    if (isLink) element.dispatchEvent(new MouseEvent('click', options));
    else element.click();
  });
  return true;
}

/** Waits until a press has no more effects: until no request is pending after two turns of the page's event loop. */
async function waitForEffects(page: Page, state: PageTestState): Promise<void> {
  let quietTurns = 0;
  while (quietTurns < 2) {
    await page.evaluate(() => new Promise((done) => setTimeout(done)));
    quietTurns = state.waiting > 0 ? 0 : quietTurns + 1;
  }
}

/** Presses the controls of modules, apart from those that lead to another page. */
async function pressAll(
  { page, ids, state }: PageUnderTest,
  announce: (what: string) => void,
): Promise<void> {
  state.stage = 'pressing';
  for (const id of ids) {
    const pressed = await page.evaluateHandle(() => new Set<Element>());
    const begin = (control: string) => {
      state.isUnanswered = false;
      announce(`when somebody presses ${control}`);
    };
    for (let count = 0; count < maxPresses; count += 1) {
      if (!(await pressNext(id, pressed, begin))) break;
      await waitForEffects(page, state);
    }
  }
}

/**
 * Leaves a page by a link and comes back, so that client navigation shows its modules: React then creates their elements
 * instead of hydrating them. Presses the controls of each module, and leaves once more. Does not test modules of a page
 * that no link leaves within the document.
 * @param announce gets the current act, as words that follow the name of the page
 * @returns the modules that were tested
 * @throws Error naming a module that did not appear or disappear, or an error of the driver
 */
export async function leaveReturnAndPress(
  pageUnderTest: PageUnderTest,
  readPage: ReadPage,
  announce: (what: string) => void,
): Promise<readonly string[]> {
  const { page, name, ids, state } = pageUnderTest;
  const destination = findPageWithout(name, ids, readPage);
  if (!destination) return [];
  const { address, backAddress, absentIds } = destination;
  const leave = async () => {
    const isHandled = await pressLink(page, address);
    if (isHandled) await waitUntil(page, 'gone', absentIds);
    return isHandled;
  };
  const comeBack = async () => {
    await page.evaluate(() => performance.clearMarks());
    const isHandled = backAddress !== null && (await pressLink(page, backAddress));
    if (!isHandled) await page.evaluate(() => window.history.back());
    await waitUntil(page, 'shown', absentIds);
  };
  state.stage = 'navigating';
  announce('after a link');
  // Transitions between pages would take time.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  if (!(await leave())) return [];
  await comeBack();
  await pressAll({ ...pageUnderTest, ids: absentIds }, announce);
  announce('when the page is left after a press');
  const hasLeft = await leave();
  await waitForEffects(page, state);
  const remainingIds = ids.filter((id) => !absentIds.includes(id));
  if (!hasLeft || !findPageWithout(name, remainingIds, readPage)) return absentIds;
  await comeBack();
  const otherIds = await leaveReturnAndPress(
    { ...pageUnderTest, ids: remainingIds },
    readPage,
    announce,
  );
  return [...absentIds, ...otherIds];
}

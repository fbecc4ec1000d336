import { pageAddresses, pageFile } from '@composed/contracts/page-addresses';
import { failedMark, hydratedMark, moduleSelector } from '@composed/contracts/page-roots';
import { parse } from 'parse5';
import type { JSHandle, Page } from 'playwright-core';
import { attribute, elementsIn } from '@composed/compose/html/elements';
import type { Deployment } from '@composed/compose/deployment';

/** A page under test. */
export interface TriedPage {
  readonly page: Page;
  readonly name: string;
  /** Federation ids of its modules under test. */
  readonly ids: readonly string[];
  readonly visit: Visit;
}

/** The state of an open page and of its requests. */
export interface Visit {
  stage: 'opened' | 'tested' | 'pressed';
  /** Requests that have no response yet. */
  waiting: number;
  /** Whether a press has made a call that no service here responds to: faults that follow do not count. */
  isUnanswered: boolean;
}

export const newVisit = (): Visit => ({ stage: 'opened', waiting: 0, isUnanswered: false });

/** Milliseconds within which modules must have come, or gone: a page of a busy machine takes more than ten seconds. */
export const moduleTimeout = 20_000;

/** The links of a page within the document, and the federation ids of the modules that it shows. */
interface PageContent {
  readonly links: readonly string[];
  readonly modules: readonly string[];
}

function readContent(html: Buffer): PageContent {
  const elements = elementsIn(parse(html.toString('utf8')));
  const links = elements.flatMap((each) => {
    const isLeft = ['target', 'download'].some((name) => attribute(each, name) !== undefined);
    const href = each.tagName === 'a' && !isLeft ? attribute(each, 'href') : undefined;
    return href !== undefined && /^\/[\w./-]*$/.test(href) ? [href] : [];
  });
  return { links, modules: elements.flatMap((each) => attribute(each, 'data-slot') ?? []) };
}

/** Reads the pages of a deployment by name, each once; undefined for a name without a page. */
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

/** The linked page that lacks the most of these modules, and then one with a link back, or with few other modules. */
function findOther(name: string, ids: readonly string[], readPage: ReadPage) {
  const [ownAddress = ''] = pageAddresses([name]);
  const otherNames = (readPage(name)?.links ?? []).flatMap((address) => {
    const content = readPage(pageFile(address));
    const without = ids.filter((id) => content?.modules.includes(id) === false);
    if (!content || without.length === 0) return [];
    const back = content.links.includes(ownAddress) ? ownAddress : null;
    const cost = back === null ? Infinity : content.modules.length;
    return [{ address, back, without, cost }];
  });
  const byUse = otherNames.sort((a, b) => b.without.length - a.without.length || a.cost - b.cost);
  return byUse[0];
}

/** Presses a link. Returns whether the host took the press, and did not leave it to the browser. */
const follow = (page: Page, address: string) =>
  page.evaluate((selector) => {
    const press = new MouseEvent('click', { bubbles: true, cancelable: true });
    return document.querySelector(selector)?.dispatchEvent(press) === false;
  }, `a[href="${address}"]:not([target], [download])`);

/** Waits until each of the modules has been hydrated or has failed, or until none of them is in the page. */
async function waitUntil(page: Page, state: 'shown' | 'gone', ids: readonly string[]) {
  const done = page.waitForFunction(
    ([wanted, modules]) => {
      const marks = performance.getEntriesByType('mark').map(({ name }) => name);
      return modules.every(({ id, ends }) => {
        const isThere = document.querySelector(`[data-slot="${id}"]`) !== null;
        return wanted === 'gone' ? !isThere : isThere && ends.some((each) => marks.includes(each));
      });
    },
    [state, ids.map((id) => ({ id, ends: [hydratedMark(id), failedMark(id)] }))] as const,
    // Polled by time: without a screen, a frame takes longer.
    { timeout: moduleTimeout, polling: 20 },
  );
  await done.catch((cause: unknown) => {
    const problem = `${ids.join(', ')}: not ${state} within ${moduleTimeout / 1000} s`;
    throw new Error(problem, { cause });
  });
}

/** The most presses in one module, since some controls are rendered anew with each press. */
const maxPresses = 20;

/**
 * Presses a control of a module, or of a dialog that a press has opened. The control leads nowhere and was not pressed
 * before; `announce` gets its name first.
 * @param pressed the elements that were pressed
 * @returns whether there was such a control
 */
async function press(
  id: string,
  pressed: JSHandle<Set<Element>>,
  announce: (control: string) => void,
) {
  const handle = await pressed.evaluateHandle(
    (knownNodes, { selector, modules }) => {
      const opened = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';
      const dialogs = [...document.querySelectorAll(`dialog[open], ${opened}`)];
      const slot = document.querySelector(selector);
      const searched = [...dialogs.filter((dialog) => !dialog.closest(modules)), slot];
      const roles = ['button', 'tab', 'switch', 'checkbox', 'combobox', 'menuitem', 'option'];
      const roleSelector = roles.map((role) => `[role="${role}"]:not(a)`).join();
      // Links last: most only lead to another page.
      const kinds = [`button, input, select, textarea, summary, ${roleSelector}`, 'a[href]'];
      const control = kinds
        .slice(0, knownNodes.size === 0 ? 2 : 1)
        .flatMap((kind) =>
          searched.flatMap((root) => [...(root?.querySelectorAll<HTMLElement>(kind) ?? [])]),
        )
        .find(
          (each) =>
            each.checkVisibility() &&
            !each.matches(':disabled') &&
            !each.closest('[inert], [aria-hidden="true"]') &&
            !knownNodes.has(each),
        );
      if (control) knownNodes.add(control);
      return control ?? null;
    },
    { selector: `[data-slot="${id}"]`, modules: moduleSelector },
  );
  const control = handle.asElement();
  if (!control) return false;
  const name = await control.evaluate(
    (element) => element.getAttribute('aria-label') ?? element.textContent,
  );
  announce(`“${name.trim().slice(0, 40)}” of ${id}`);
  await control.evaluate((element) => {
    element.focus();
    // With this key a link opens in another tab, and the page stays.
    const isLink = element.matches('a');
    const options = { bubbles: true, cancelable: true, ctrlKey: isLink };
    if (isLink) element.dispatchEvent(new MouseEvent('click', options));
    else element.click();
  });
  return true;
}

/** Waits until a press has no more effects: two turns of the page without a pending request. */
async function waitForEffects(page: Page, visit: Visit): Promise<void> {
  for (let turns = 0; turns < 2; turns = visit.waiting > 0 ? 0 : turns + 1) {
    await page.evaluate(() => new Promise((done) => setTimeout(done)));
  }
}

/** Presses the controls of modules that lead nowhere. */
async function pressAll(
  { page, ids, visit }: TriedPage,
  announce: (what: string) => void,
): Promise<void> {
  visit.stage = 'pressed';
  for (const id of ids) {
    const pressed = await page.evaluateHandle(() => new Set<Element>());
    const begin = (control: string) => {
      visit.isUnanswered = false;
      announce(`at a press of ${control}`);
    };
    for (let count = 0; count < maxPresses; count += 1) {
      if (!(await press(id, pressed, begin))) break;
      await waitForEffects(page, visit);
    }
  }
}

/**
 * Leaves a page by a link and comes back by one: client navigation then shows its modules, where React creates the
 * elements instead of hydrating them. Presses the controls of each module that lead nowhere, and leaves once more.
 * Modules that no link leads away from, within the document, are not tested.
 * @param announce gets the present act, as words that follow the name of the page
 * @returns the modules that were tested
 * @throws Error naming a module that did not come or go, or an error of the driver
 */
export async function smokeTest(
  triedPage: TriedPage,
  readPage: ReadPage,
  announce: (what: string) => void,
): Promise<readonly string[]> {
  const { page, name, ids, visit } = triedPage;
  const other = findOther(name, ids, readPage);
  if (!other) return [];
  const { address, back, without } = other;
  const leave = async () => {
    const isTaken = await follow(page, address);
    if (isTaken) await waitUntil(page, 'gone', without);
    return isTaken;
  };
  const comeBack = async () => {
    await page.evaluate(() => performance.clearMarks());
    const isBack = back !== null && (await follow(page, back));
    if (!isBack) await page.evaluate(() => window.history.back());
    await waitUntil(page, 'shown', without);
  };
  visit.stage = 'tested';
  announce('after a link');
  // Fading from page to page takes its time.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  if (!(await leave())) return [];
  await comeBack();
  await pressAll({ ...triedPage, ids: without }, announce);
  announce('as it is left after a press');
  const isLeft = await leave();
  await waitForEffects(page, visit);
  const rest = ids.filter((id) => !without.includes(id));
  if (!isLeft || !findOther(name, rest, readPage)) return without;
  await comeBack();
  return [...without, ...(await smokeTest({ ...triedPage, ids: rest }, readPage, announce))];
}

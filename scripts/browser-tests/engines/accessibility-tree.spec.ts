import type { CDPSession, Page } from '@playwright/test';
import { spokenRoles, type Spoken } from './engine';
import { screens } from '../../testing/routes';
import { expect, test } from './fixtures';

// Assistive technology is told the same of every screen, whichever engine it asks.

/** Chromium's own words for roles that ARIA calls otherwise. */
const chromiumRoles: Readonly<Record<string, string>> = { image: 'img', textField: 'textbox' };

interface Element {
  readonly backendNodeId: number;
  readonly nodeName: string;
  readonly nodeType: number;
  readonly children?: readonly Element[];
}

/** Every element below the body, in document order, as `body *` finds them. */
async function elementsOfBody(session: CDPSession): Promise<readonly number[]> {
  const { root } = (await session.send('DOM.getDocument', { depth: -1 })) as { root: Element };
  const inOrder = (node: Element): Element[] => [node, ...(node.children ?? []).flatMap(inOrder)];
  const all = inOrder(root);
  const body = all.find(({ nodeName }) => nodeName === 'BODY');
  if (!body) throw new Error('The page has no body.');
  return inOrder(body)
    .filter(({ nodeType }) => nodeType === 1)
    .slice(1)
    .map(({ backendNodeId }) => backendNodeId);
}

async function spokenByChromium(page: Page): Promise<Spoken[]> {
  const session = await page.context().newCDPSession(page);
  const elements = await elementsOfBody(session);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  return nodes
    .filter(({ ignored }) => !ignored)
    .map(({ backendDOMNodeId, role, name }) => ({
      element: elements.indexOf(backendDOMNodeId ?? -1),
      role: chromiumRoles[String(role?.value)] ?? String(role?.value),
      name: String(name?.value ?? ''),
    }))
    .filter(
      ({ element, role }) => element >= 0 && (spokenRoles as readonly string[]).includes(role),
    )
    .sort((one, other) => one.element - other.element);
}

/**
 * What engines may tell differently, since it changes nothing of what is said: WebKit names a list item by
 * its content, leaves out the image that is all of a link, whose name is the link's, and calls a paragraph
 * with an id a group without a name.
 */
function lines(spoken: readonly Spoken[]): string[] {
  const links = new Set(spoken.filter(({ role }) => role === 'link').map(({ name }) => name));
  return spoken
    .filter(({ role, name }) => role !== 'img' || !links.has(name))
    .filter(({ role, name }) => role !== 'group' || name !== '')
    .map(({ element, role, name }) => `${element} ${role} "${role === 'listitem' ? '' : name}"`);
}

/** How many remotes are hydrated, once the page is whole: some of what they say needs scripts. */
const hydrated = () =>
  [...document.querySelectorAll('[data-slot]')].filter(
    (slot) =>
      document.documentElement.dataset['below'] === undefined &&
      performance.getEntriesByName(`hydrated:${slot.getAttribute('data-slot')}`).length > 0,
  ).length;

for (const screen of screens) {
  test(`${screen.path} is told as Chromium tells it`, async ({ visitor, site, page }) => {
    await page.goto(screen.path);
    await visitor.goto(site.url + screen.path);
    const { length } = screen.remotes;
    await expect.poll(() => page.evaluate(hydrated)).toBe(length);
    await expect.poll(() => visitor.evaluate(hydrated, null)).toBe(length);
    const expected = await spokenByChromium(page);
    expect(lines(await visitor.spoken(expected))).toEqual(lines(expected));
  });
}

import { setTimeout as wait } from 'node:timers/promises';

/** What assistive technology is told of one element. */
export interface Spoken {
  /** Which element of the body it is, in document order. */
  readonly element: number;
  readonly role: string;
  readonly name: string;
}

/** Roles that a screen reader announces or jumps to; what stands between them is text. */
export const spokenRoles = [
  ...['banner', 'navigation', 'main', 'contentinfo', 'region', 'form', 'search', 'complementary'],
  ...['heading', 'link', 'button', 'textbox', 'switch', 'checkbox', 'list', 'listitem', 'img'],
  ...['alert', 'status', 'dialog', 'group', 'article'],
] as const;

/** A page in an engine other than Chromium, driven over that engine's own protocol. */
export interface EnginePage {
  readonly goto: (url: string) => Promise<void>;
  readonly back: () => Promise<void>;
  /** Runs a function that needs nothing but its argument in the page. */
  readonly evaluate: <Argument, Result>(
    run: (argument: Argument) => Result,
    argument: Argument,
  ) => Promise<Result>;
  /** A real click on the first visible element with this role and name, within `part` of the page. */
  readonly click: (role: LocatedRole, name: string, part?: string) => Promise<void>;
  /** Types into the field with this label, within `part` of the page. */
  readonly type: (label: string, text: string, part?: string) => Promise<void>;
  readonly resize: (width: number, height: number) => Promise<void>;
  readonly screenshot: () => Promise<Buffer>;
  /** @param expected an engine that finds elements by name, but does not tell names, looks for these */
  readonly spoken: (expected: readonly Spoken[]) => Promise<Spoken[]>;
  /** Console errors and warnings, exceptions, refusals of the policy and moved elements so far. */
  readonly complaints: () => Promise<string[]>;
  readonly close: () => Promise<void>;
}

export interface Engine {
  readonly open: () => Promise<EnginePage>;
  readonly stop: () => Promise<void>;
}

/** `text` is the innermost element that says nothing else. */
export type LocatedRole = 'link' | 'button' | 'textbox' | 'switch' | 'text';

declare global {
  interface Window {
    complaints?: string[];
  }
}

/** What a click or keystrokes are meant for. */
export interface Target {
  readonly role: LocatedRole;
  readonly name: string;
  /** Selector of the part of the page to look in. */
  readonly part: string;
}

/** In the page: finds the target as a visitor does, by what it is and what it says. */
export function locate({ role, name, part }: Target): HTMLElement | null {
  // While one page turns into the next, neither takes a click.
  if (document.documentElement.matches(':active-view-transition')) return null;
  const selectors = {
    link: 'a[href]',
    button: 'button',
    textbox: 'input:not([type=checkbox]), textarea',
    switch: '[role=switch]',
    text: '*',
  };
  const labelOf = (element: HTMLElement): string | null | undefined =>
    element.getAttribute('aria-label') ??
    (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
      ? element.labels?.[0]?.textContent
      : element.textContent);
  const found = [...document.querySelectorAll<HTMLElement>(part)]
    .flatMap((each) => [...each.querySelectorAll<HTMLElement>(selectors[role])])
    .filter((element) => labelOf(element)?.replaceAll(/\s+/g, ' ').trim() === name)
    .filter((element) => element.getClientRects().length > 0);
  const element = (role === 'text' ? found.at(-1) : found[0]) ?? null;
  // Under the header a click would be the header's.
  element?.scrollIntoView({ block: 'center', behavior: 'instant' });
  return element;
}

/**
 * In the page: keeps what goes wrong in `window.complaints`. Neither engine reports layout shifts, so the
 * places of what is in the first view are compared from frame to frame until the first press or scroll.
 */
export function watch(): void {
  if (window.complaints) return;
  const complaints: string[] = [];
  window.complaints = complaints;
  for (const level of ['error', 'warn'] as const) {
    const write = console[level].bind(console);
    console[level] = (...values: unknown[]) => {
      complaints.push(`console.${level}: ${values.map(String).join(' ')}`);
      write(...values);
    };
  }
  addEventListener('error', (event) => complaints.push(`exception: ${event.message}`));
  addEventListener('unhandledrejection', (event) =>
    complaints.push(`rejection: ${String(event.reason)}`),
  );
  new ReportingObserver(
    (reports) => {
      for (const { type, body } of reports) {
        complaints.push(`${type}: ${JSON.stringify(body)}`);
      }
    },
    { buffered: true },
  ).observe();
  addEventListener('securitypolicyviolation', (event) =>
    complaints.push(`policy: ${event.violatedDirective} ${event.blockedURI}`),
  );

  const places = new Map<Element, { top: number; left: number }>();
  let watching = true;
  const stop = () => (watching = false);
  for (const type of ['pointerdown', 'keydown', 'scroll', 'resize', 'pagehide']) {
    addEventListener(type, stop, { capture: true, once: true });
  }
  const compare = (): void => {
    if (!watching) return;
    for (const element of document.querySelectorAll(
      'header, main, footer, section, h1, h2, h3, a, input, button',
    )) {
      const box = element.getBoundingClientRect();
      if (box.width === 0) continue;
      const place = { top: box.top + scrollY, left: box.left };
      const before = places.get(element);
      const distance = before ? Math.hypot(place.top - before.top, place.left - before.left) : 0;
      const isSeen = Math.min(place.top, before?.top ?? Infinity) < innerHeight;
      if (distance > 1 && isSeen) {
        complaints.push(
          `moved: ${element.outerHTML.slice(0, 80)} ${JSON.stringify([before, place])}`,
        );
      }
      places.set(element, place);
    }
    requestAnimationFrame(compare);
  };
  // What was never painted has not moved.
  new PerformanceObserver(compare).observe({ type: 'paint', buffered: true });
}

/**
 * Asks until there is an answer.
 * @param what is waited for, for the error
 * @throws Error after a minute and a half
 */
export async function waitFor<Result>(
  ask: () => Promise<Result | null>,
  what: string,
): Promise<Result> {
  const limit = Date.now() + 90_000;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (Date.now() > limit) throw new Error(`There is no ${what}.`);
    await wait(50);
  }
}

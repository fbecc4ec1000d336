/** A page in an engine other than Chromium: what a visitor does there, and what can be read. */
export interface EnginePage {
  readonly goto: (url: string) => Promise<void>;
  readonly back: () => Promise<void>;
  /** Runs a function that needs nothing but its argument in the page. */
  readonly evaluate: <Argument, Result>(
    run: (argument: Argument) => Result,
    argument: Argument,
  ) => Promise<Result>;
  /** A real click on what has this role and name, within `part` (a selector) of the page. */
  readonly click: (role: ClickedRole, name: string, part?: string) => Promise<void>;
  /** Types into the field with this label, within `part` of the page. */
  readonly type: (label: string, text: string, part?: string) => Promise<void>;
  readonly resize: (width: number, height: number) => Promise<void>;
  readonly screenshot: () => Promise<Buffer>;
  /** Console errors and warnings, exceptions and refusals of the policy so far. */
  readonly complaints: () => Promise<string[]>;
  readonly close: () => Promise<void>;
}

export interface Engine {
  readonly open: () => Promise<EnginePage>;
  readonly stop: () => Promise<void>;
}

export type ClickedRole = 'link' | 'button' | 'switch' | 'text';

declare global {
  interface Window {
    complaints?: string[];
  }
}

/** Role, name, and the selector of a part of the page. */
export type Target = readonly [role: ClickedRole | 'textbox', name: string, part: string];

/** In the page: finds what a visitor clicks or types into, by what it is and what it says. */
export function locate([role, name, part]: Target): HTMLElement | null {
  // While one page turns into the next, neither takes a click.
  if (document.documentElement.matches(':active-view-transition')) return null;
  const selectors = new Map([
    ['link', 'a[href]'],
    ['button', 'button'],
    ['switch', '[role=switch]'],
    ['textbox', 'input:not([type=checkbox]), textarea'],
  ]);
  const labelOf = (element: HTMLElement) =>
    element.getAttribute('aria-label') ??
    (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
      ? element.labels?.[0]?.textContent
      : element.textContent);
  const found = [...document.querySelectorAll(part)]
    .flatMap((each) => [...each.querySelectorAll<HTMLElement>(selectors.get(role) ?? '*')])
    .filter((element) => labelOf(element)?.replaceAll(/\s+/g, ' ').trim() === name)
    .filter((element) => element.getClientRects().length > 0);
  // Of what says a text, the innermost.
  const element = (selectors.has(role) ? found[0] : found.at(-1)) ?? null;
  // Under the header a click would be the header's.
  element?.scrollIntoView({ block: 'center', behavior: 'instant' });
  return element;
}

/**
 * In the page: writes what goes wrong to its console, and keeps what is written there in `window.complaints`.
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
    (reports) => reports.forEach((report) => console.error(report.type, JSON.stringify(report))),
    { buffered: true },
  ).observe();
  addEventListener('securitypolicyviolation', (event) =>
    console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`),
  );
}

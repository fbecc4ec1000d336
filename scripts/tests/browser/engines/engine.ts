/** A page in an engine other than Chromium: acts of a visitor, and ways to read it. */
export interface EnginePage {
  readonly goto: (url: string) => Promise<void>;
  /** Runs a function that needs nothing but its argument in the page. */
  readonly evaluate: <Argument, Result>(
    run: (argument: Argument) => Result,
    argument: Argument,
  ) => Promise<Result>;
  /** A real click on what matches a selector and says this. */
  readonly click: (...target: Target) => Promise<void>;
  readonly type: (text: string, ...target: Target) => Promise<void>;
  readonly resize: (width: number, height: number) => Promise<void>;
  /** Errors in the page so far. */
  readonly complaints: () => Promise<string[]>;
  readonly close: () => Promise<void>;
}

export interface Engine {
  readonly open: () => Promise<EnginePage>;
  readonly stop: () => Promise<void>;
}

declare global {
  interface Window {
    complaints?: string[];
  }
}

/** A selector, and the text or the label of the one that is meant. */
export type Target = readonly [selector: string, name: string];

/** Finds, in the page, the element that a visitor clicks or types into. */
export function locate([selector, name]: Target): HTMLElement | null {
  // While one page turns into the next, neither takes a click.
  if (document.documentElement.matches(':active-view-transition')) return null;
  const nameOf = (element: HTMLInputElement) =>
    element.ariaLabel ?? element.labels?.[0]?.textContent ?? element.textContent;
  const element = [...document.querySelectorAll<HTMLInputElement>(selector)].find(
    (each) => each.getClientRects().length > 0 && nameOf(each).trim() === name,
  );
  // A toast that slides in would let the click through to the page under it.
  const isMoving = document.getAnimations().some(({ playState, effect }) => {
    const target = effect instanceof KeyframeEffect ? effect.target : null;
    return playState === 'running' && element && target?.contains(element);
  });
  if (isMoving) return null;
  // Under the header a click would be the header's.
  element?.scrollIntoView({ block: 'center', behavior: 'instant' });
  return element ?? null;
}

/** Writes errors of the page to its console, and keeps all lines of that. */
export function watch(): void {
  if (window.complaints) return;
  const complaints: string[] = [];
  window.complaints = complaints;
  for (const level of ['error', 'warn'] as const) {
    const write = console[level].bind(console);
    console[level] = (...values: unknown[]) => {
      complaints.push(`${level}: ${values.map(String).join(' ')}`);
      write(...values);
    };
  }
  addEventListener('error', (event) => complaints.push(`exception: ${event.message}`));
  addEventListener('unhandledrejection', (event) =>
    complaints.push(`exception: ${String(event.reason)}`),
  );
  // Requests that the policy refuses are among them.
  new ReportingObserver(
    (reports) => reports.forEach((report) => console.error(report.type, JSON.stringify(report))),
    { buffered: true },
  ).observe();
}

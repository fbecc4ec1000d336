/** A page in an engine other than Chromium: the actions of a visitor, and access to the page. */
export interface EnginePage {
  readonly goto: (url: string) => Promise<void>;
  /** Runs a function in the page. It must use only its argument. */
  readonly evaluate: <Argument, Result>(
    run: (argument: Argument) => Result,
    argument: Argument,
  ) => Promise<Result>;
  /** Clicks an element with a real pointer event. */
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

/** A selector, and the text or the label of the element. */
export type Target = readonly [selector: string, name: string];

/** Finds, in the page, the element that a visitor clicks or types into. */
export function locate([selector, name]: Target): HTMLElement | null {
  // During a view transition, elements do not receive clicks.
  if (document.documentElement.matches(':active-view-transition')) return null;
  const nameOf = (element: HTMLInputElement) =>
    element.ariaLabel ?? element.labels?.[0]?.textContent ?? element.textContent;
  const element = [...document.querySelectorAll<HTMLInputElement>(selector)].find(
    (each) => each.getClientRects().length > 0 && nameOf(each).trim() === name,
  );
  // A click on a moving element, such as a toast that slides in, could hit the page below.
  const isMoving = document.getAnimations().some(({ playState, effect }) => {
    const target = effect instanceof KeyframeEffect ? effect.target : null;
    return playState === 'running' && element && target?.contains(element);
  });
  if (isMoving) return null;
  // Moves the element away from the header, which could cover it.
  element?.scrollIntoView({ block: 'center', behavior: 'instant' });
  return element ?? null;
}

/** Runs in the page: records its console errors, exceptions and violation reports. */
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
  // Includes the requests that the CSP blocks.
  new ReportingObserver(
    (reports) => reports.forEach((report) => console.error(report.type, JSON.stringify(report))),
    { buffered: true },
  ).observe();
}

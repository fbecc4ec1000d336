import { partOf, type Intent } from './intents';

function replay({ kind, target }: Intent): void {
  if (!target.isConnected) return;
  if (kind === 'submit' && target instanceof HTMLFormElement) target.requestSubmit();
  else target.click();
}

/**
 * From now on the handlers of `part` answer; what was done in it before is done now. A visitor who pressed
 * the same thing twice meant it once.
 * @param part the root or a slot
 */
export function wakeUp(part: Element): void {
  const { pageIntents } = window;
  if (!pageIntents) return;
  pageIntents.alive.add(part);
  const mine = pageIntents.pending.filter(({ target }) => partOf(target) === part);
  const rest = pageIntents.pending.filter((intent) => !mine.includes(intent));
  pageIntents.pending.splice(0, pageIntents.pending.length, ...rest);
  const once = mine.filter(
    (intent, index) => mine.findIndex(({ target }) => target === intent.target) === index,
  );
  once.forEach(replay);
}

/**
 * Says in the browser's performance timeline that a part of the page is hydrated, once for each:
 * `hydrated:page`, `hydrated:<slot>`, `hydrated:<island>`.
 * @param at milliseconds since navigation
 */
export function noteHydrated(part: HTMLElement, at = performance.now()): void {
  const mark = `hydrated:${part.dataset['slot'] ?? part.dataset['island'] ?? 'page'}`;
  if (performance.getEntriesByName(mark).length === 0) performance.mark(mark, { startTime: at });
}

/** The handlers of `part` are gone again, for instance because its remote threw. */
export function fallAsleep(part: Element): void {
  window.pageIntents?.alive.delete(part);
}

/** Durations in milliseconds. */
export const timings = { timeOut: 5000, extendedTimeOut: 1000, easing: 300 } as const;

/** Modes of a toast, in the order in which it passes through them. */
export const modes = ['inactive', 'active', 'removed'] as const;
export type Mode = (typeof modes)[number];

/** Events in the life of a toast. Its timers send `expired` and `easedOut`. */
export const lifeEvents = [
  'activated',
  'hovered',
  'left',
  'focused',
  'blurred',
  'dismissed',
  'expired',
  'easedOut',
] as const;
export type LifeEvent = (typeof lifeEvents)[number];

/** The mode of a toast, and whether hover or focus keeps it open. */
export interface Life {
  readonly mode: Mode;
  readonly hovered: boolean;
  readonly focused: boolean;
  /**
   * Milliseconds after which the timer sends the next event: `expired` to an active toast, `easedOut` to a removed one.
   * It is null while no timer runs.
   */
  readonly countdown: number | null;
}

/** The life of a new toast. No timer runs, because the toast is not drawn yet. */
export const newLife: Life = { mode: 'inactive', hovered: false, focused: false, countdown: null };

/** Changes that the events of pointer and focus make. */
const changes: Partial<Record<LifeEvent, Partial<Life>>> = {
  hovered: { hovered: true },
  left: { hovered: false },
  focused: { focused: true },
  blurred: { focused: false },
};

/**
 * Returns the life of a toast after an event: `inactive → active → removed`. Hover and focus keep an active toast
 * open; when both have ended, the extended time-out starts. A removed toast never becomes active again.
 * @returns the same object if the event changes nothing, so that its timer continues; null once the toast has eased out
 */
export function nextLife(life: Life, event: LifeEvent): Life | null {
  const { mode } = life;
  if (mode === 'removed') return event === 'easedOut' ? null : life;
  const next = { ...life, ...changes[event] };
  const isHeld = next.hovered || next.focused;
  if (event === 'dismissed' || (event === 'expired' && mode === 'active' && !isHeld)) {
    return { ...life, mode: 'removed', countdown: timings.easing };
  }
  if (event === 'activated' && mode === 'inactive') {
    return { ...life, mode: 'active', countdown: isHeld ? null : timings.timeOut };
  }
  if (next.hovered === life.hovered && next.focused === life.focused) return life;
  if (mode === 'inactive') return next;
  return { ...next, countdown: isHeld ? null : timings.extendedTimeOut };
}

/** Toast defaults, in milliseconds. */
export const timings = { timeOut: 5000, extendedTimeOut: 1000, easing: 300 } as const;

/** Modes of a toast, in order. */
export const modes = ['inactive', 'active', 'removed'] as const;
export type Mode = (typeof modes)[number];

/** Events in the life of a toast. Pointer and focus hold it; its timers fire `expired` and `easedOut`. */
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

/** The stage of a toast, and what keeps it there. */
export interface Life {
  readonly mode: Mode;
  readonly hovered: boolean;
  readonly focused: boolean;
  /**
   * Milliseconds, from the moment this life began, after which it moves on by itself: an active toast
   * expires, a removed one has eased out. Null while it waits for something else.
   */
  readonly countdown: number | null;
}

/** A new toast. It is not drawn yet, so its time has not begun. */
export const newLife: Life = { mode: 'inactive', hovered: false, focused: false, countdown: null };

/** Changes by the events of pointer and focus. */
const changes: Partial<Record<LifeEvent, Partial<Life>>> = {
  hovered: { hovered: true },
  left: { hovered: false },
  focused: { focused: true },
  blurred: { focused: false },
};

/**
 * The next life of a toast: `inactive → active → removed`, then gone. Hover and focus hold an active
 * toast; when the last of them ends, a fresh extended time-out begins. Nothing calls a removed toast back.
 * @returns the same object when the event changes nothing (its countdown then runs on), null when the toast
 *   is gone
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

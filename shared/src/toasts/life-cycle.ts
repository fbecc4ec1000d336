/** Toast defaults, in milliseconds. */
export const timings = { timeOut: 5000, extendedTimeOut: 1000, easing: 300 } as const;

/** What a toast goes through. */
export const modes = ['inactive', 'active', 'removed'] as const;
export type Mode = (typeof modes)[number];

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

/** A toast that was shown and is not drawn yet: its time has not begun. */
export const newLife: Life = { mode: 'inactive', hovered: false, focused: false, countdown: null };

function held({ hovered, focused }: Pick<Life, 'hovered' | 'focused'>): boolean {
  return hovered || focused;
}

function remove(life: Life): Life {
  return { ...life, mode: 'removed', countdown: timings.easing };
}

function attend(life: Life, change: Partial<Pick<Life, 'hovered' | 'focused'>>): Life {
  const next = { ...life, ...change };
  if (next.hovered === life.hovered && next.focused === life.focused) return life;
  if (life.mode !== 'active') return next;
  return { ...next, countdown: held(next) ? null : timings.extendedTimeOut };
}

/**
 * The next life of a toast: `inactive → active → removed`, then gone. Hover and focus hold an active
 * toast; when the last of them ends, a fresh extended time-out begins. Nothing calls a removed toast back.
 * @returns the same object when the event changes nothing (its countdown then runs on), null when the toast
 *   is gone
 */
export function nextLife(life: Life, event: LifeEvent): Life | null {
  if (life.mode === 'removed') return event === 'easedOut' ? null : life;
  switch (event) {
    case 'activated':
      if (life.mode === 'active') return life;
      return { ...life, mode: 'active', countdown: held(life) ? null : timings.timeOut };
    case 'hovered':
      return attend(life, { hovered: true });
    case 'left':
      return attend(life, { hovered: false });
    case 'focused':
      return attend(life, { focused: true });
    case 'blurred':
      return attend(life, { focused: false });
    case 'dismissed':
      return remove(life);
    case 'expired':
      return life.mode === 'active' && !held(life) ? remove(life) : life;
    case 'easedOut':
      return life;
  }
}

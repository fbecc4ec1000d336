import { hydratedMark, rootName, rootOf } from '@composed/contracts/page-roots';

/*
 * The inline bootstrap records interactions with roots that are not hydrated yet. The host replays them once the root is
 * hydrated.
 */

interface RecordedInteractions {
  /** Submitted forms, pressed buttons, toggled details and edited text; each is replayed once. */
  readonly pending: Set<HTMLElement>;
  /** Roots whose framework has attached its handlers. */
  readonly hydrated: WeakSet<Element>;
}

declare global {
  interface Window {
    /** Set by the inline bootstrap, which a dev server's pages do not have. */
    readonly recordedInteractions?: RecordedInteractions;
  }
}

/** Whether a click makes the browser follow its link in this tab: no modifier key, no other button. */
export const isPlain = (click: MouseEvent) =>
  click.button === 0 &&
  !(click.metaKey || click.ctrlKey || click.shiftKey || click.altKey || click.defaultPrevented);

/** Starts recording submits, presses, toggles and edits. */
export function recordInteractions(): RecordedInteractions {
  const recorded: RecordedInteractions = { pending: new Set(), hydrated: new WeakSet() };
  const isHydrated = (element: Element) => {
    const root = rootOf(element);
    return root === null || recorded.hydrated.has(root);
  };
  const onSubmit = (event: Event) => {
    const { target } = event;
    if (!(target instanceof HTMLFormElement) || isHydrated(target)) return;
    // A native submit could put typed text into the address.
    event.preventDefault();
    recorded.pending.add(target);
  };
  const onClick = (event: MouseEvent) => {
    const { target } = event;
    const control = target instanceof Element && target.closest('button, a[href="#top"]');
    if (!control || isHydrated(control)) return;
    if (!(control instanceof HTMLButtonElement)) {
      if (!isPlain(event)) return;
      // A link to the top does not change the address, as in `useLinks`.
      event.preventDefault();
      window.scrollTo(0, 0);
      return;
    }
    // The submit event is recorded instead of this press.
    const submits = control.form && control.type === 'submit';
    // The browser has toggled the popover already; a replayed press would undo that.
    if (submits || control.hasAttribute('popovertarget')) return;
    recorded.pending.add(control);
  };
  // Records details and editable elements, whose markup does not preserve their initial state.
  const onChange = ({ target }: Event) => {
    if (!(target instanceof HTMLElement) || isHydrated(target)) return;
    if (target.matches('details, [contenteditable]')) recorded.pending.add(target);
  };
  // Uses the capture phase, since React stops the events of roots that it has not hydrated yet.
  window.addEventListener('submit', onSubmit, true);
  window.addEventListener('click', onClick, true);
  window.addEventListener('toggle', onChange, true);
  window.addEventListener('input', onChange, true);
  return recorded;
}

/** Stops recording in a root. Call it in the commit that attaches the root's handlers. */
export function stopRecording(root: HTMLElement): void {
  window.recordedInteractions?.hydrated.add(root);
}

/** Replays the interactions recorded in a root. Call it after the commit that attaches the root's handlers. */
export function replayInteractions(root: HTMLElement): void {
  const { pending } = window.recordedInteractions ?? {};
  for (const target of [...(pending ?? [])].filter((each) => rootOf(each) === root)) {
    pending?.delete(target);
    if (target instanceof HTMLFormElement) target.requestSubmit();
    else if (target instanceof HTMLButtonElement) target.click();
    else if (target instanceof HTMLDetailsElement)
      // Toggles twice, which fires the event again and keeps the state.
      for (const open of [!target.open, target.open]) target.open = open;
  }
}

/** Records interactions in a root again. Call it when the root's handlers are gone, for instance after an error. */
export function resumeRecording(root: HTMLElement): void {
  window.recordedInteractions?.hydrated.delete(root);
}

/**
 * Marks a root as hydrated in the performance timeline. Call it again after the root has recovered from an error: the
 * last mark of a root counts.
 */
export function markHydrated(root: HTMLElement, at = performance.now()): void {
  performance.mark(hydratedMark(rootName(root)), { startTime: at });
}

import { hydratedMark, nameOf, rootOf } from '@composed/contracts/page-roots';

/*
 * Interactions with a root that is not hydrated yet are recorded by the inline bootstrap, and replayed by
 * the host when it is.
 */

interface RecordedInteractions {
  /** Submitted forms, pressed buttons, toggled details and edited text, to be replayed once. */
  readonly pending: Set<HTMLElement>;
  /** Roots whose own handlers are attached. */
  readonly hydrated: WeakSet<Element>;
}

declare global {
  interface Window {
    /** Set by the inline bootstrap, so absent on a dev server's page. */
    readonly recordedInteractions?: RecordedInteractions;
  }
}

/** Whether a click follows its link in this tab: no new tab, no download. */
export const isPlain = (click: MouseEvent) =>
  click.button === 0 &&
  !(click.metaKey || click.ctrlKey || click.shiftKey || click.altKey || click.defaultPrevented);

/** Records submits, presses, toggles and edits from now on. */
export function recordInteractions(): RecordedInteractions {
  const recorded: RecordedInteractions = { pending: new Set(), hydrated: new WeakSet() };
  const isHydrated = (element: Element) => {
    const root = rootOf(element);
    return root === null || recorded.hydrated.has(root);
  };
  const onSubmit = (event: Event) => {
    const { target } = event;
    if (!(target instanceof HTMLFormElement) || isHydrated(target)) return;
    // Typed text never gets into an address.
    event.preventDefault();
    recorded.pending.add(target);
  };
  const onClick = (event: MouseEvent) => {
    const { target } = event;
    const control = target instanceof Element && target.closest('button, a[href="#top"]');
    if (!control || isHydrated(control)) return;
    if (!(control instanceof HTMLButtonElement)) {
      if (!isPlain(event)) return;
      // A link to the top leaves the address alone, as in `useLinks`.
      event.preventDefault();
      window.scrollTo(0, 0);
      return;
    }
    // A form’s submit is recorded, not the press. A button without a form submits nothing, whatever its type. A
    // popover’s button has opened or closed it already; a second press would undo that.
    if ((control.form && control.type === 'submit') || control.hasAttribute('popovertarget'))
      return;
    recorded.pending.add(control);
  };
  // Details and editable elements: their markup does not keep the initial state.
  const onChange = ({ target }: Event) => {
    if (!(target instanceof HTMLElement) || isHydrated(target)) return;
    if (target.matches('details, [contenteditable]')) recorded.pending.add(target);
  };
  // The capture phase, since React stops the events of roots that it has not hydrated yet.
  window.addEventListener('submit', onSubmit, true);
  window.addEventListener('click', onClick, true);
  window.addEventListener('toggle', onChange, true);
  window.addEventListener('input', onChange, true);
  return recorded;
}

/** Ends the recording in `root`. Call it with the commit that attaches its handlers. */
export function stopRecording(root: HTMLElement): void {
  window.recordedInteractions?.hydrated.add(root);
}

/** Does the recorded interactions in `root`. Call it after that commit. */
export function replayInteractions(root: HTMLElement): void {
  const { pending } = window.recordedInteractions ?? {};
  for (const target of [...(pending ?? [])].filter((each) => rootOf(each) === root)) {
    pending?.delete(target);
    if (target instanceof HTMLFormElement) target.requestSubmit();
    else if (target instanceof HTMLButtonElement) target.click();
    else if (target instanceof HTMLDetailsElement)
      // Toggled twice, so that the event fires again and the state stays.
      for (const open of [!target.open, target.open]) target.open = open;
  }
}

/** Call when the handlers of `root` are gone again, for instance because its remote threw. */
export function resumeRecording(root: HTMLElement): void {
  window.recordedInteractions?.hydrated.delete(root);
}

/**
 * Marks a root as hydrated in the performance timeline. Again once it has recovered, since the last mark of a root
 * counts.
 */
export function markHydrated(root: HTMLElement, at = performance.now()): void {
  performance.mark(hydratedMark(nameOf(root)), { startTime: at });
}

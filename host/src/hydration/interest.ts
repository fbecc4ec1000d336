const touches = ['pointerover', 'pointerdown', 'focusin', 'keydown', 'input', 'submit'] as const;

/**
 * Calls back once, when a visitor first points at, focuses or types into an element.
 * @returns stops listening
 */
export function onInterest(element: Element, callBack: () => void): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  const wake = () => {
    listening.abort();
    callBack();
  };
  // In the capture phase: React stops the events of what it has not hydrated.
  for (const type of touches) element.addEventListener(type, wake, { capture: true, signal });
  return () => listening.abort();
}

/** Whether a visitor has been at an element before anybody listened. */
export function hasIntentIn(element: Element): boolean {
  const isPending = window.pageIntents?.pending.some(({ target }) => element.contains(target));
  return isPending === true || element.contains(document.activeElement);
}

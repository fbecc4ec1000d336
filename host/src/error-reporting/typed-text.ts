/*
 * What a visitor has typed, to keep it out of what is said of a fault: in the console, and to whom signals are sent.
 */

/** The latest text of each field, by its place and name: a field can leave the page with what has thrown. */
const typed = new Map<string, string>();

function noteFields(): void {
  const fields = document.querySelectorAll<HTMLInputElement>('input, textarea');
  for (const [at, { name, value }] of fields.entries()) {
    if (value.length > 2) typed.set(`${at} ${name}`, value);
  }
}

declare global {
  interface Window {
    /** Set by the inline bootstrap, so absent on a dev server's page. */
    withoutTyped?: typeof withoutTyped;
  }
}

/** For the inline bootstrap: before anything can be typed, and no part of the host's scripts. */
export function watchTyping(): void {
  document.addEventListener('input', noteFields, true);
  window.withoutTyped = withoutTyped;
}

/** Letters in a row that are taken for a part of what was typed; fewer stand in any error's message as well. */
const shortestPart = 8;

/** A text without what stands in a field, whole or in part. Call before it is cut: the rest would be no whole value. */
export function withoutTyped(text: string): string {
  noteFields();
  const values = [...typed.values()];
  const isTyped = (part: string) => values.some((value) => value.toLowerCase().includes(part));
  const folded = text.toLowerCase();
  let left = '';
  for (let at = 0; at < text.length;) {
    let end = at + shortestPart;
    if (end <= text.length && isTyped(folded.slice(at, end))) {
      while (end < text.length && isTyped(folded.slice(at, end + 1))) end += 1;
      left += '…';
    } else {
      end = at + 1;
      left += text.charAt(at);
    }
    at = end;
  }
  return values.reduce((rest, value) => rest.replaceAll(value, '…'), left);
}

/* What a visitor has typed. It is kept out of every report of a fault: the console, and telemetry. */

/** The latest text of each field, by its place and name: a field can leave the page with what has thrown. */
const typed: Record<string, string> = {};

function noteFields(): void {
  const fields = document.querySelectorAll<HTMLInputElement>('input,textarea');
  fields.forEach(({ name, value }, at) => {
    if (value.length > 2) typed[`${at} ${name}`] = value;
  });
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

/** A part of what was typed has at least so many letters in a row; fewer stand in any error’s message. */
const shortestPart = 8;

/** A text without what stands in a field, whole or in part. Call it before the text is cut. */
export function withoutTyped(text: string): string {
  noteFields();
  const values = Object.values(typed);
  const folded = text.toLowerCase();
  let left = '';
  for (let at = 0; at < text.length;) {
    const short = at + shortestPart - 1;
    let end = short;
    const isTyped = (value: string) => value.toLowerCase().includes(folded.slice(at, end + 1));
    while (end < text.length && values.some(isTyped)) end += 1;
    left += end > short ? '…' : text.charAt(at);
    at = end > short ? end : at + 1;
  }
  return values.reduce((rest, value) => rest.replaceAll(value, '…'), left);
}

/** What the windows of the gallery tell each other; they may come from other dev servers. */
export type Scheme = 'light dark' | 'light' | 'dark';

export const schemes: Readonly<Record<Scheme, string>> = {
  'light dark': 'As the system has it',
  light: 'Light',
  dark: 'Dark',
};

function field(data: unknown, name: string): unknown {
  return typeof data === 'object' && data !== null ? Reflect.get(data, name) : undefined;
}

/** The height that a window asks for, in CSS pixels, or null when the message is another. */
export function heightIn(data: unknown): number | null {
  const height = field(data, 'galleryHeight');
  return typeof height === 'number' ? height : null;
}

function schemeIn(data: unknown): Scheme | null {
  const scheme = field(data, 'galleryScheme');
  return scheme === 'light dark' || scheme === 'light' || scheme === 'dark' ? scheme : null;
}

/** Shows this window, and all windows in it, in one colour scheme. */
export function showScheme(galleryScheme: Scheme): void {
  document.documentElement.style.colorScheme = galleryScheme;
  for (const frame of document.querySelectorAll('iframe')) {
    frame.contentWindow?.postMessage({ galleryScheme }, '*');
  }
}

/**
 * Follows the scheme of the window around this one, and tells it how high this one would be.
 * @param content not the document, which is never lower than its window
 */
export function followOuterWindow(content: Element): void {
  if (window.parent === window) return;
  window.addEventListener('message', ({ data }) => {
    const scheme = schemeIn(data);
    if (scheme) showScheme(scheme);
  });
  new ResizeObserver(() => {
    const galleryHeight = content.getBoundingClientRect().height;
    window.parent.postMessage({ galleryHeight }, '*');
  }).observe(content);
}

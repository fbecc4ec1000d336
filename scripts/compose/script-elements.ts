/** A script that a page names, with what its bytes must be. */
export interface PinnedScript {
  readonly src: string;
  /** SRI. */
  readonly integrity: string;
}

const element =
  /<script async crossorigin fetchpriority="low" src="([^"]*)" integrity="([^"]*)"><\/script>\n?/g;

/**
 * Starts a script as soon as it is there, behind everything that the first paint needs. The page's policy
 * trusts it by its hash alone, so it must have one.
 */
export function scriptElement({ src, integrity }: PinnedScript): string {
  return `<script async crossorigin fetchpriority="low" src="${src}" integrity="${integrity}"></script>`;
}

/** The scripts that a composed page starts. */
export function readScriptElements(html: string): PinnedScript[] {
  return [...html.matchAll(element)].map(([, src = '', integrity = '']) => ({ src, integrity }));
}

/** Puts other scripts in the place of those that a composed page starts. */
export function replaceScriptElements(html: string, elements: string): string {
  return html.replaceAll(element, '').replace('</head>', () => `${elements}</head>`);
}

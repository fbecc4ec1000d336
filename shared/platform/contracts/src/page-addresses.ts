/* A separate file from composer.ts, since browsers need `catchAll` but none of the schemas there. */

/** The address of the "not found" page, which stands for all other addresses. */
export const catchAll = '*';

/** The source of a regular expression for addresses of pages other than `/`, without their first slash. */
export const anyPagePath = String.raw`[A-Za-z0-9][\w-]*(?:/[A-Za-z0-9][\w-]*)*`;
const pagePath = new RegExp(`^/(${anyPagePath})?/*$`);

/**
 * Decodes a path in the same way as every server of the site does.
 * @returns null for a malformed escape, and for an encoded slash, which would give one file a second path
 */
export function decodePath(path: string): string | null {
  try {
    return /%2f/i.test(path) ? null : decodeURIComponent(path);
  } catch {
    return null;
  }
}

/**
 * Returns the address of the page that a path leads to. Encoded letters are decoded, and slashes at the end are ignored.
 * Both the servers and the router use it.
 * @param path relative to the base path, and encoded as in a URL
 * @returns null if no page can have this path
 */
export function pageAt(path: string): string | null {
  const match = pagePath.exec(decodePath(path) ?? '');
  return match && `/${match[1] ?? ''}`;
}

/**
 * Returns the file that holds a page. Servers find a page by this name.
 * @param address relative to the base path, such as `/guides/first-steps`, or `catchAll`
 */
export function pageFile(address: string): string {
  if (address === catchAll) return '404.html';
  return address === '/' ? 'index.html' : `${address.slice(1)}.html`;
}

/** Returns the addresses of the pages among the files of a deployment, without `catchAll`. */
export function pageAddresses(files: Iterable<string>): string[] {
  return [...files].flatMap((file) => {
    if (!file.endsWith('.html') || file === pageFile(catchAll)) return [];
    return file === pageFile('/') ? '/' : `/${file.slice(0, -'.html'.length)}`;
  });
}

/* Apart from composer.ts, since a browser needs the first constant and none of the schemas. */

/** The address of the page for all other addresses, which says that nothing is there. */
export const catchAll = '*';

/** The address of any page but `/`, without its first slash, as the source of a regular expression. */
export const pageName = String.raw`[A-Za-z0-9][\w-]*(?:/[A-Za-z0-9][\w-]*)*`;
const pagePath = new RegExp(`^/(${pageName})?/*$`);

/**
 * Decodes a path as every server does.
 * @returns null for a malformed escape, and for an encoded slash, which would make two paths of one
 */
export function decodePath(path: string): string | null {
  try {
    return /%2f/i.test(path) ? null : decodeURIComponent(path);
  } catch {
    return null;
  }
}

/**
 * The address of the page that a path leads to: an encoded letter is that letter, and a slash at the end makes no
 * difference. Servers and the router both use it.
 * @param path under the base path, as it stands in a URL
 * @returns null where no page can be
 */
export function pageAt(path: string): string | null {
  const match = pagePath.exec(decodePath(path) ?? '');
  return match && `/${match[1] ?? ''}`;
}

/**
 * The file that holds a page, from which every server finds it.
 * @param address under the base path, such as `/guides/first-steps`, or `catchAll`
 */
export function pageFile(address: string): string {
  if (address === catchAll) return '404.html';
  return address === '/' ? 'index.html' : `${address.slice(1)}.html`;
}

/** The addresses of the pages among the files of a deployment, without `catchAll`. */
export function pageAddresses(files: Iterable<string>): string[] {
  return [...files].flatMap((file) => {
    if (!file.endsWith('.html') || file === pageFile(catchAll)) return [];
    return file === pageFile('/') ? '/' : `/${file.slice(0, -'.html'.length)}`;
  });
}

/* Not in composer.ts: a browser needs the first constant, and would get all the schemas with it. */

/** The address of the page that stands for every other one. */
export const anyOther = '*';

/**
 * The file that holds a page, from which every server finds it.
 * @param address under the base path, such as `/guides/first-steps`, or `anyOther`
 */
export function pageFile(address: string): string {
  if (address === anyOther) return '404.html';
  return address === '/' ? 'index.html' : `${address.slice(1)}.html`;
}

/** The addresses of the pages among the files of a deployment; `anyOther` is none that leads anywhere. */
export function pageAddresses(files: Iterable<string>): string[] {
  return [...files].flatMap((file) => {
    if (!file.endsWith('.html') || file === pageFile(anyOther)) return [];
    return file === pageFile('/') ? '/' : `/${file.slice(0, -'.html'.length)}`;
  });
}

import { catchAll, pageAt, pageFile, pageName, decodePath } from './page-addresses';

/** The target of an address of the site. */
export interface Target {
  /** `page` for every address that a page could have; the deployment says whether there is one. */
  readonly kind: 'page' | 'root-file' | 'asset' | 'missing';
  readonly folder: string;
  readonly file: string;
}

/** First segments of addresses that are never a page's. */
const reserved = ['api', 'assets', 'preview', 'private', 'index', '404'];

/**
 * The address of any page but `/`, without its first slash, as the source of a regular expression, for nginx as well.
 * A page’s address has no dot; every name of a file at the root has one.
 * @param services beginnings of their addresses, such as `/store`
 */
export function pageNameBeside(services: readonly string[]): string {
  const names = [...reserved, ...services.map((path) => path.slice(1))];
  return String.raw`(?!(?:${names.join('|')})(?![\w-]))${pageName}`;
}

/** Addresses of pages. Those of services are not excluded: servers ask services first, and the host checks its pages. */
const address = new RegExp(`^/(?:${pageNameBeside([])})?$`);

/** Whether a page can be reached at an address of a deployment. */
export const isPageAddress = (text: string) => text === catchAll || address.test(text);

const safeName = /^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*$/;
/**
 * File endings that only the platform uses: compressed copies and documents. Servers match them in upper case as well.
 */
export const reservedEndings = [
  'br',
  'gz',
  'svgz',
  'html',
  'htm',
  'shtml',
  'xhtml',
  'xht',
  'mhtml',
  'mht',
];
const reservedEnding = new RegExp(`\\.(?:${reservedEndings.join('|')})$`, 'i');

/** Whether a file name has such an ending, so that the file has no address of its own. */
export const hasReservedEnding = (name: string) => reservedEnding.test(name);

/** Characters of a path; those of the platform are far shorter. */
export const maxPathLength = 1024;

/**
 * Resolves a path without looking at the store, since the file of a page follows from its address (page-addresses.ts).
 * Compressed copies and the files of pages have no address of their own.
 * @param encodedPath path of the request, without the query
 */
export function resolvePath(encodedPath: string): Target {
  // The name of a preview is not decoded: addresses of its pages begin with the same characters.
  const preview = /^\/preview\/([\w-]+)(\/.*)?$/s.exec(encodedPath);
  const folder = preview ? `previews/${preview[1]}` : 'live';
  const inside = preview ? (preview[2] ?? '/') : encodedPath;
  const missing = { kind: 'missing', folder, file: pageFile(catchAll) } as const;

  if (encodedPath.length > maxPathLength) return missing;
  const page = pageAt(inside);
  if (page !== null && address.test(page)) return { kind: 'page', folder, file: pageFile(page) };

  const name = (decodePath(inside) ?? '').slice(1);
  if (!safeName.test(name) || hasReservedEnding(name)) return missing;
  if (!preview && name.startsWith('assets/')) {
    return { kind: 'asset', folder: 'assets', file: name.slice('assets/'.length) };
  }
  return name.includes('/') ? missing : { kind: 'root-file', folder, file: name };
}

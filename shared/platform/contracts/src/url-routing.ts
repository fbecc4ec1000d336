import { catchAll, pageAt, pageFile, anyPagePath, decodePath } from './page-addresses';

/** The file that an address of the site leads to. */
export interface Target {
  /** `page` for every address that a page could have. The deployment tells whether that page exists. */
  readonly kind: 'page' | 'root-file' | 'asset' | 'missing';
  readonly folder: string;
  readonly file: string;
}

/** First segments that the address of a page cannot have. */
const reserved = ['api', 'assets', 'preview', 'private', 'index', '404'];

/**
 * Returns the source of a regular expression for addresses of pages other than `/`, without their first slash. nginx uses
 * it too. The address of a page has no dot, while every name of a file at the root has one.
 * @param services first segments of the services' addresses, such as `/store`
 */
export function createPagePathPattern(services: readonly string[]): string {
  const names = [...reserved, ...services.map((path) => path.slice(1))];
  return String.raw`(?!(?:${names.join('|')})(?![\w-]))${anyPagePath}`;
}

/**
 * Matches addresses of pages. Those of services need no exclusion: servers try services first, and the composer refuses
 * pages there.
 */
const address = new RegExp(`^/(?:${createPagePathPattern([])})?$`);

/** Whether a page can be reached at an address of a deployment. */
export const isPageAddress = (text: string) => text === catchAll || address.test(text);

const safeName = /^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*$/;
/** File endings that only the platform may use, for compressed copies and documents. Matched in upper case too. */
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

/** Whether a file name has a reserved ending. Such a file has no address of its own. */
export const hasReservedEnding = (name: string) => reservedEnding.test(name);

/** Formats a visitor's bucket (0 to 99) with two digits, as in its cookie and in the folder of its pages: canary/<bucket>. */
export function visitorBucketName(visitorBucket: number): string {
  return String(visitorBucket).padStart(2, '0');
}

/** The maximum number of characters in a path. The platform's own paths are far shorter. */
export const maxPathLength = 1024;

/**
 * Resolves a path without reading the store, since the address of a page determines its file (page-addresses.ts).
 * Compressed copies and the files of pages have no address of their own.
 * @param encodedPath path of the request, without the query
 */
export function resolvePath(encodedPath: string): Target {
  // The name of a preview is not decoded, since the addresses of the preview's pages begin with the encoded characters.
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

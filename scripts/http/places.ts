import { unescape } from 'node:querystring';

/** What an address of the site leads to. */
export interface Place {
  readonly kind: 'page' | 'root-file' | 'asset' | 'missing';
  readonly folder: string;
  readonly file: string;
}

/** Address under the base path → composed page (host/README.md, Routes). */
export const pages: Readonly<Record<string, string>> = {
  '/': 'index.html',
  '/signup': 'signup.html',
  '/terms': 'terms.html',
  '/privacy-policy': 'privacy-policy.html',
};

const safeName = /^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*$/;
const copyEnding = /\.(?:br|gz|html)$/;

/** Characters; every name that the platform makes is far shorter. */
const longestPath = 1024;

function withoutLastSlashes(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}

/**
 * Finds what a path means, without a look at the disk. A slash at the end makes no difference, as in the
 * host's router; compressed copies and pages have no address of their own.
 * @param encodedPath path of the request, without the query
 */
export function placeOf(encodedPath: string): Place {
  // It throws for nothing; what is malformed is no address below either.
  const path = unescape(encodedPath);
  const preview = /^\/preview\/([\w-]+)(\/.*)?$/.exec(path);
  const folder = preview ? `previews/${preview[1]}` : 'live';
  const inside = preview ? (preview[2] ?? '/') : path;
  const missing = { kind: 'missing', folder, file: '404.html' } as const;

  if (path.length > longestPath) return missing;
  const page = pages[withoutLastSlashes(inside)];
  if (page) return { kind: 'page', folder, file: page };

  const name = inside.slice(1);
  if (!safeName.test(name) || copyEnding.test(name)) return missing;
  if (!preview && name.startsWith('assets/')) {
    return { kind: 'asset', folder: 'assets', file: name.slice('assets/'.length) };
  }
  return name.includes('/') ? missing : { kind: 'root-file', folder, file: name };
}

import path from 'node:path';
import { headersOf, type Headers } from '../../http/headers';
import { pages, type Place } from '../../http/places';
import type { NginxOptions } from './options';
import { block, pattern, quoted, type Block, type Line } from './text';

/*
 * The addresses of ../serve/places, as nginx's locations: regular expressions on the decoded path, tried
 * in the order in which they stand. Names that begin with `/:` are for our own use; none of them can be
 * asked for.
 */

/** Page names that are an address of their own; the landing page has none. */
const pageNames = Object.keys(pages)
  .map((address) => address.slice(1))
  .filter(Boolean)
  .join('|');

const segment = '[\\w-][\\w.-]*';
/** Compressed copies and pages have no address of their own. */
const noCopy = '(?<!\\.br)(?<!\\.gz)(?<!\\.html)';

export function addHeaders(headers: Headers, ...when: readonly 'always'[]): string[] {
  return Object.entries(headers).map(([name, value]) =>
    ['add_header', name, quoted(value), ...when].join(' '),
  );
}

interface Kind {
  readonly kind: Place['kind'];
  readonly preview?: boolean;
}

/** Everything that an answer of this kind carries beside its content. */
function carried({ kind, preview = false }: Kind, { siteUrl }: NginxOptions): Line[] {
  const secure = siteUrl.startsWith('https:');
  const isPage = kind === 'page' || kind === 'missing';
  return [
    ...addHeaders(headersOf(kind, { secure, preview }), 'always'),
    'add_header Vary "Accept-Encoding" always',
    // nginx leaves a header with an empty value out.
    ...(isPage ? ['add_header Set-Cookie $new_xsrf_cookie always'] : []),
  ];
}

/** Pages change under their addresses, within a second even: neither time nor size tells them apart. */
const noFileTag = ['etag off', 'if_modified_since off', 'add_header Last-Modified ""'];

/** The locations of the live site. */
export function liveLocations(options: NginxOptions): Line[] {
  const live = `root ${quoted(path.join(options.siteDir, 'live'))}`;
  return [
    '# Pages. The link "live" is followed once for each request, so that content and ETag agree.',
    block(`location ~ ${pattern(`^(?:/+|/(?<page>${pageNames})/*)\\z`)}`, [
      live,
      'set $composition $realpath_root',
      block('if ($composition_id = "")', ['return 503']),
      'set $page_file $page_of_name',
      `set $page_tag ${pattern('W/"$composition_id/$page_file"')}`,
      'rewrite ^ /:page last',
    ]),
    block('location = /:page', [
      'internal',
      'root $composition',
      ...noFileTag,
      'add_header ETag $page_tag',
      ...carried({ kind: 'page' }, options),
      block('if ($http_if_none_match = $page_tag)', ['return 304']),
      'try_files /$page_file =404',
    ]),
    '',
    '# Files of releases never change; their folders are not for looking into.',
    block(`location ~ ${pattern(`^/assets/(?:${segment}/)*${segment}${noCopy}\\z`)}`, [
      `root ${quoted(options.siteDir)}`,
      ...carried({ kind: 'asset' }, options),
      'try_files $uri =404',
    ]),
    block(`location ~ ${pattern(`^/${segment}${noCopy}\\z`)}`, [
      live,
      ...carried({ kind: 'root-file' }, options),
      'try_files $uri =404',
    ]),
    block('location /', ['return 404']),
    block('location = /:missing', [
      'internal',
      live,
      ...noFileTag,
      ...carried({ kind: 'missing' }, options),
      'try_files /404.html =404',
    ]),
  ];
}

/** The locations under /preview/<name>/. */
export function previewLocations(options: NginxOptions): Line[] {
  // The name is checked by the location's expression; the rest is our own.
  const folder = quoted(path.join(options.siteDir, 'previews')).slice(0, -1);
  const root = `root ${folder}/$preview"`;
  const start = '^/preview/(?<preview>[\\w-]+)';
  // A location with error pages of its own has no others.
  const missing = ['error_page 404 /:preview-missing', 'error_page 405 = @method'];
  return [
    block(`location ~ ${pattern(`${start}(?:/*|/(?<page>${pageNames})/*)\\z`)}`, [
      root,
      ...missing,
      'set $page_file $page_of_name',
      ...noFileTag,
      ...carried({ kind: 'page', preview: true }, options),
      'try_files /$page_file =404',
    ]),
    block(`location ~ ${pattern(`${start}/(?<preview_file>${segment})${noCopy}\\z`)}`, [
      root,
      ...missing,
      ...carried({ kind: 'root-file', preview: true }, options),
      'try_files /$preview_file =404',
    ]),
    block(`location ~ ${pattern(`${start}(?:/|\\z)`)}`, [...missing, 'return 404']),
    block('location = /:preview-missing', [
      'internal',
      `root ${quoted(options.siteDir)}`,
      ...noFileTag,
      ...carried({ kind: 'missing', preview: true }, options),
      'try_files /previews/$preview/404.html /live/404.html =404',
    ]),
  ];
}

/** What the locations need beside them, in `http`. */
export function placeMaps(): Block[] {
  return [
    block('map $page $page_of_name', ['default $page.html', `"" ${quoted('index.html')}`]),
    block('map $composition $composition_id', [
      'default ""',
      `${pattern('~/(?<last_segment>[^/]+)\\z')} $last_segment`,
    ]),
  ];
}

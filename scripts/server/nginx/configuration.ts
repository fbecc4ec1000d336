import path from 'node:path';
import { mediaTypes } from '../../http/media-types';
import { xsrfCookie, xsrfCookieName, xsrfTokenForm } from '../../http/xsrf';
import type { NginxOptions, Tls } from './options';
import { isolationHeaders } from '../../http/headers';
import { addHeaders, liveLocations, placeMaps, previewLocations } from './places';
import { serviceLocations, serviceMaps } from './services';
import { block, pattern, print, quoted, type Block, type Line } from './text';

/** Kinds of temporary file that nginx wants a folder for; it makes them itself. */
const temporaryFolders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

function ownFiles(folder: string): Line[] {
  const file = (name: string) => quoted(path.join(folder, name));
  return [
    `access_log ${file('access.log')} plain`,
    ...temporaryFolders.map((name) => `${name}_temp_path ${file(name)}`),
  ];
}

/** Set on pages when the request brings no valid token, as ../services/xsrf does it. */
function xsrfMap(secure: boolean): Block {
  const first = `^(?:(?!\\s*${xsrfCookieName}=)[^;]*;)*\\s*${xsrfCookieName}=${xsrfTokenForm}\\s*(?:;|\\z)`;
  return block('map $http_cookie $new_xsrf_cookie', [
    `default ${pattern(xsrfCookie('$request_id', secure))}`,
    `${pattern(`~${first}`)} ""`,
  ]);
}

/** Mozilla's "intermediate" recommendation: every browser that can run the site. */
function tlsLines({ certificate, key }: Tls): Line[] {
  return [
    `ssl_certificate ${quoted(certificate)}`,
    `ssl_certificate_key ${quoted(key)}`,
    'ssl_protocols TLSv1.2 TLSv1.3',
    'ssl_ciphers ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES256-GCM-SHA384:ECDHE-RSA-AES256-GCM-SHA384:ECDHE-ECDSA-CHACHA20-POLY1305:ECDHE-RSA-CHACHA20-POLY1305',
    'ssl_prefer_server_ciphers off',
    'ssl_session_cache shared:site:10m',
    'ssl_session_timeout 1d',
    'ssl_session_tickets off',
  ];
}

/** Whatever the ending of the address says. */
const plainText = [
  block('types', []),
  'default_type "text/plain; charset=utf-8"',
  ...addHeaders(isolationHeaders, 'always'),
];

function siteServer(options: NginxOptions): Block {
  const { listen, tls, siteUrl } = options;
  return block('server', [
    ...listen.map((address) => `listen ${address}${tls ? ' ssl http2' : ''}`),
    `server_name ${new URL(siteUrl).hostname}`,
    ...(tls ? tlsLines(tls) : []),
    '',
    'error_page 404 /:missing',
    'error_page 405 = @method',
    '# Nothing has been published yet.',
    'error_page 503 = @nothing',
    '',
    '# A path means what is written: browsers resolve dots before they ask.',
    block('if ($has_dot_segment)', ['rewrite ^/(?!:) /:nowhere last']),
    '',
    ...serviceLocations(options),
    '',
    ...previewLocations(options),
    '',
    ...liveLocations(options),
    '',
    block('location @method', [
      ...plainText,
      ...addHeaders({ Allow: 'GET, HEAD' }, 'always'),
      'return 405 "Only GET and HEAD are allowed here.\\n"',
    ]),
    block('location @nothing', [
      ...plainText,
      ...addHeaders({ 'Cache-Control': 'no-store', 'Retry-After': '10' }, 'always'),
      'return 503 "The site is not there yet.\\n"',
    ]),
  ]);
}

function redirectServer({ siteUrl }: NginxOptions, { redirectListen }: Tls): Block {
  return block('server', [
    ...redirectListen.map((address) => `listen ${address}`),
    `server_name ${new URL(siteUrl).hostname}`,
    `return 301 ${quoted(siteUrl).slice(0, -1)}$request_uri"`,
  ]);
}

function httpLines(options: NginxOptions): Line[] {
  const { siteUrl, tls, runFolder } = options;
  return [
    block(
      'types',
      Object.entries(mediaTypes).map(([ending, type]) => `${quoted(type)} ${ending}`),
    ),
    'default_type application/octet-stream',
    'server_tokens off',
    'sendfile on',
    'tcp_nopush on',
    '',
    '# Compressed copies stand beside the files. Files are opened by name each time (no',
    '# open_file_cache), so that a publish is seen at once.',
    'brotli_static on',
    'gzip_static on',
    'gzip_proxied any',
    'gzip_http_version 1.0',
    'merge_slashes off',
    '',
    '# Slow and oversized requests do not hold on to the server.',
    'client_header_timeout 10s',
    'client_body_timeout 10s',
    'client_max_body_size 1k',
    'send_timeout 30s',
    'keepalive_timeout 65s',
    'reset_timedout_connection on',
    '',
    '# What follows the question mark may be private.',
    block('map $request_uri $logged_path', [
      'default "-"',
      `${pattern('~^(?<path_alone>[^?]*)')} $path_alone`,
    ]),
    'log_format plain \'$remote_addr [$time_iso8601] "$request_method $logged_path" $status $body_bytes_sent $request_time\'',
    ...(runFolder === null ? ['access_log /var/log/nginx/access.log plain'] : ownFiles(runFolder)),
    '',
    xsrfMap(siteUrl.startsWith('https:')),
    block('map $request_uri $has_dot_segment', [
      'default ""',
      `${pattern('~*^[^?]*/(?:\\.|%2e){1,2}(?:/|%2f|\\?|\\z)')} 1`,
    ]),
    ...placeMaps(),
    ...serviceMaps(options),
    '',
    siteServer(options),
    ...(tls ? [redirectServer(options, tls)] : []),
  ];
}

/**
 * A complete configuration for nginx (1.22 or newer, with Debian's brotli_static module) that serves a
 * store as ../serve does and forwards as ../services does. Pure.
 * @throws ConfigurationError when a value cannot stand in a configuration
 */
export function nginxConfiguration(options: NginxOptions): string {
  const { user, runFolder, modules } = options;
  return print([
    '# Written by "npm run release -- nginx"; write it again rather than change it.',
    `load_module ${quoted(path.join(modules, 'ngx_http_brotli_static_module.so'))}`,
    ...(user === null ? [] : [`user ${user}`]),
    ...(runFolder === null
      ? ['pid /run/nginx.pid', 'error_log /var/log/nginx/error.log']
      : [
          `pid ${quoted(path.join(runFolder, 'nginx.pid'))}`,
          `error_log ${quoted(path.join(runFolder, 'error.log'))}`,
        ]),
    'worker_processes auto',
    'worker_rlimit_nofile 16384',
    block('events', ['worker_connections 4096']),
    block('http', httpLines(options)),
  ]);
}

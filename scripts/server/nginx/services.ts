import { tablesPath } from 'shared/contracts/plans';
import { createAccountPath } from 'shared/contracts/sign-up';
import { signInPath } from 'shared/contracts/site-links';
import { connectTimeLimit, signInCookies, signInPrefixes } from '../../services/addresses';
import type { Refusal } from '../../services/answers';
import { serverOptions } from '../../services/server-options';
import type { NginxOptions } from './options';
import { block, pattern, quoted, type Block, type Line } from './text';

/** Most cookies of the embedded sign-in that a browser sends at a time: three and their signatures. */
const mostSignInCookies = 6;

const json: readonly Line[] = [
  block('types', []),
  'default_type application/json',
  'add_header Cache-Control "no-store" always',
];

/** Only plain sentences: an apostrophe would end the text. */
function refusal(reason: string): string {
  return quoted(JSON.stringify({ reason } satisfies Refusal));
}

/** A base address, such as https://api.example.com/gateway, in a form that holds no variable. */
function base(upstream: string): string {
  return upstream.replaceAll('$', '%24');
}

interface Forwarded {
  readonly service: 'subscription' | 'manager';
  readonly path: string;
  readonly method: 'GET' | 'POST';
  /** Null: the embedded one. */
  readonly upstream: string | null;
}

function span(ms: number): string {
  return `${ms}ms`;
}

/** As ../services/forwarding hands calls on: nothing is tried twice, and a certificate is checked. */
function handOn(target: string, host: string, timeLimit: number): Line[] {
  return [
    `proxy_pass ${quoted(target)}`,
    'proxy_http_version 1.1',
    `proxy_set_header Host ${host}`,
    'proxy_set_header X-Forwarded-For $remote_addr',
    'proxy_set_header X-Forwarded-Proto $scheme',
    'proxy_set_header X-Forwarded-Host $http_host',
    `proxy_connect_timeout ${span(Math.min(timeLimit, connectTimeLimit))}`,
    `proxy_read_timeout ${span(timeLimit)}`,
    `proxy_send_timeout ${span(timeLimit)}`,
    'proxy_next_upstream off',
    'proxy_redirect off',
    ...(target.startsWith('https:')
      ? [
          'proxy_ssl_server_name on',
          'proxy_ssl_verify on',
          'proxy_ssl_verify_depth 5',
          'proxy_ssl_trusted_certificate /etc/ssl/certs/ca-certificates.crt',
        ]
      : []),
  ];
}

/** One call, by its exact path and method. */
function call({ service, path, method, upstream }: Forwarded, options: NginxOptions): Line[] {
  const allowed = method === 'GET' ? ['GET', 'HEAD'] : [method];
  const target = `${base(upstream ?? options.services ?? '')}${path}`;
  const host = upstream === null ? '$http_host' : quoted(new URL(upstream).host);
  return [
    block(`location = ${path}`, [
      ...handOn(target, host, options.timeLimits[service]),
      ...(upstream !== null && hasEmbeddedSignIn(options)
        ? ['proxy_set_header Cookie $cookies_of_others']
        : []),
      `client_max_body_size ${serverOptions.bodyLimit}`,
      block(`if ($request_method !~ ${pattern(`^(?:${allowed.join('|')})\\z`)})`, ['return 405']),
      `error_page 405 = @${service}-method`,
      'error_page 413 = @too-large',
      `error_page 502 = @${service}-away`,
      `error_page 504 = @${service}-late`,
    ]),
    block(`location @${service}-method`, [
      ...json,
      `add_header Allow ${quoted(allowed.join(', '))} always`,
      `return 405 ${refusal(`Only ${allowed.join(' and ')} is allowed here.`)}`,
    ]),
    block(`location @${service}-away`, [
      ...json,
      `return 502 ${refusal(`The ${service} service cannot be reached.`)}`,
    ]),
    block(`location @${service}-late`, [
      ...json,
      `return 504 ${refusal(`The ${service} service did not answer in time.`)}`,
    ]),
  ];
}

function hasEmbeddedSignIn({ upstreams }: NginxOptions): boolean {
  return upstreams.storeUi === null;
}

/** The sign-in and the store UI behind it, which the embedded services serve. */
function embeddedSignIn(services: string, { timeLimits }: NginxOptions): Line[] {
  const lines: Line[] = [
    ...handOn(services, '$http_host', timeLimits.manager),
    `client_max_body_size ${serverOptions.bodyLimit}`,
    'error_page 413 = @too-large',
    'error_page 502 504 = @sign-in-away',
  ];
  return [
    ...signInPrefixes.flatMap((prefix) => [
      block(`location = ${prefix}`, lines),
      block(`location ^~ ${prefix}/`, lines),
    ]),
    block('location @sign-in-away', [
      ...json,
      `return 502 ${refusal('The sign-in cannot be reached.')}`,
    ]),
  ];
}

/** A regular expression for exactly this text. */
function literal(text: string): string {
  return text.replaceAll(/[^\w/&=-]/g, '\\$&');
}

/** `/redirect/internal` as ../services/redirect: two spellings as they stand, and nothing else under it. */
function redirect(storeUi: string): Line[] {
  const [path = '', query = ''] = signInPath.split('?');
  const spellings = [query, query.split('&').reverse().join('&')].map(literal).join('|');
  const target = query.slice(query.indexOf('&path=') + '&path='.length);
  const refuse = [
    ...json,
    `return 400 ${refusal('This is not an address that the site redirects to.')}`,
  ];
  return [
    block(`location = ${path}`, [
      ...json,
      block('if ($request_method !~ "^(?:GET|HEAD)$")', ['return 405']),
      'error_page 405 = @redirect-method',
      // The request line itself: an address with a host in it is none of the two.
      block(`if ($request ~ ${pattern(`^\\w+ ${literal(path)}\\?(?:${spellings}) `)})`, [
        `return 302 ${quoted(`${base(storeUi)}${target}`)}`,
      ]),
      `return 400 ${refusal('This is not an address that the site redirects to.')}`,
    ]),
    block('location @redirect-method', [
      ...json,
      'add_header Allow "GET, HEAD" always',
      `return 405 ${refusal('Only GET and HEAD is allowed here.')}`,
    ]),
    block('location = /redirect', refuse),
    block('location ^~ /redirect/', refuse),
  ];
}

/** The locations of the calls and of the sign-in. */
export function serviceLocations(options: NginxOptions): Line[] {
  const { upstreams, services } = options;
  return [
    ...call(
      {
        service: 'subscription',
        path: tablesPath,
        method: 'GET',
        upstream: upstreams.subscription,
      },
      options,
    ),
    ...call(
      { service: 'manager', path: createAccountPath, method: 'POST', upstream: upstreams.manager },
      options,
    ),
    block('location @too-large', [...json, `return 413 ${refusal('The body is too large.')}`]),
    '',
    ...(upstreams.storeUi === null
      ? embeddedSignIn(services ?? '', options)
      : redirect(upstreams.storeUi)),
  ];
}

/**
 * What the locations need beside them, in `http`: the request's cookies without those of the embedded
 * sign-in, which are taken out one by one.
 */
export function serviceMaps(options: NginxOptions): Block[] {
  const { subscription, manager, storeUi } = options.upstreams;
  if (storeUi !== null || (subscription === null && manager === null)) return [];
  const own = `(?:^|;\\s*)(?:${signInCookies.join('|')})[^;]*`;
  const names = Array.from({ length: mostSignInCookies }, (_, index) => `$cookies_less_${index}`);
  return [
    ...names.map((name, index) =>
      block(`map ${index === 0 ? '$http_cookie' : `$cookies_less_${index - 1}`} ${name}`, [
        `default ${index === 0 ? '$http_cookie' : `$cookies_less_${index - 1}`}`,
        `${pattern(`~^(?<kept_before_${index}>.*?)${own}(?<kept_after_${index}>.*)\\z`)} "$\{kept_before_${index}}$\{kept_after_${index}}"`,
      ]),
    ),
    block(`map ${names.at(-1) ?? ''} $cookies_of_others`, [
      `default ${names.at(-1) ?? ''}`,
      `${pattern('~^;\\s*(?<kept_cookies>.*)\\z')} $kept_cookies`,
    ]),
  ];
}

import { findPins } from '@composed/compose/deployment/composed-page';
import { hashOfInline } from '@composed/http/pages/send-page';
import { startUpstream } from '@composed/testing/server/upstream';

/*
 * A proxy in front of a site that tampers with one file of a remote of ES modules. Each case has its own subdomain of
 * localhost, so that browsers do not mix their caches.
 */

/** The modules of the page, by their roles. */
export const pinnedFiles = {
  entry: /\/PricingSection-[\w-]+\.js$/,
  'static-chunk': /\/plans-[\w-]+\.js$/,
  'lazy-chunk': /\/Later-[\w-]+\.js$/,
  'shared-module': /\/es-modules\/react\.\w+\.js$/,
  container: /\/es-modules\.\w+\.js$/,
} as const;

const mapWays = ['not-in-map', 'no-map'] as const;
export const tamperings = [
  'changed',
  'missing',
  'not-pinned',
  'not-in-policy',
  ...mapWays,
] as const;

/**
 * Combines every file with the ways that apply to it. The import map contains only shared modules, and a page cannot lack the
 * pins of the container and of the entry.
 */
export const tamperingCases = Object.keys(pinnedFiles).flatMap((file) =>
  tamperings
    .filter((way) => !mapWays.some((each) => each === way) || file === 'shared-module')
    .filter((way) => way !== 'not-pinned' || !['container', 'entry'].includes(file))
    .map((way) => ({ file, way, name: `${file}--${way}` })),
);

/** The case that fails only at the press that loads the lazy chunk. */
export const lateCase = 'lazy-chunk--not-pinned';

const scriptsIn = (html: string) => {
  const { preloads = [], remotes = {} } = findPins(html) ?? {};
  const { exposes = {}, entry = '', integrity = '' } = remotes['pricing'] ?? {};
  const moduleScripts = Object.values(exposes).flatMap(({ scripts = [] }) => scripts);
  return [...preloads, ...moduleScripts, { src: entry, integrity }];
};

/** Removes the pin, the hash or the map entry of one file from a page. */
function tamperWithPage(html: string, file: RegExp, way: string): string {
  // An unknown type makes the import map a data block, as in an engine without import maps.
  if (way === 'no-map') return html.replace('type="importmap"', 'type="unknown"');
  const pin = scriptsIn(html).find(({ src }) => file.test(src));
  if (!pin) throw new Error(`The page pins no ${file.source}.`);
  const { src, integrity } = pin;
  if (way === 'not-in-policy') return html.replace(` '${integrity}'`, '');
  const pinText = JSON.stringify(pin);
  if (way === 'not-pinned') return html.replaceAll(`${pinText},`, '').replaceAll(`,${pinText}`, '');
  const [, map = ''] = /<script type="importmap">(.*?)<\/script>/.exec(html) ?? [];
  const changedMap = map.replace(`"react":"${src}",`, '');
  if (changedMap === map) throw new Error('The page has no map.');
  return html.replace(map, changedMap).replace(hashOfInline(map), hashOfInline(changedMap));
}

const droppedHeaders =
  /^(?:content-length|connection|keep-alive|transfer-encoding|cache-control|etag|date)$/;

/** Starts the proxy. @param site the address of the real site */
export async function startTamperedSite(site: string) {
  const repaired = new Set<string>();
  const server = await startUpstream(async (response, { path, method, headers }) => {
    const [, file = '', way = ''] = /^([\w-]+)--([\w-]+)\.localhost/.exec(headers.host ?? '') ?? [];
    const pattern = pinnedFiles[file as keyof typeof pinnedFiles] as RegExp | undefined;
    const real = await fetch(site + path, { method, headers: { 'accept-encoding': 'identity' } });
    const isBroken = !repaired.has(`${file}--${way}`);
    const isFile = isBroken && pattern?.test(path.replace(/\?.*/, '')) === true;
    const type = real.headers.get('content-type') ?? '';
    const isPage = type.startsWith('text/html') && !['changed', 'missing', ''].includes(way);
    const headersToForward = [...real.headers].filter(([name]) => !droppedHeaders.test(name));
    const responseHeaders = {
      ...Object.fromEntries(headersToForward),
      'cache-control': 'no-store',
    };
    if (isFile && way === 'missing') return response.writeHead(404, responseHeaders).end();
    const body = Buffer.from(await real.arrayBuffer());
    const tamper = () => {
      const evil = '\ndocument.documentElement.dataset.evil="ran";';
      if (isFile && way === 'changed') return Buffer.concat([body, Buffer.from(evil)]);
      return isPage && pattern ? tamperWithPage(body.toString(), pattern, way) : body;
    };
    return response.writeHead(real.status, responseHeaders).end(tamper());
  });
  const { port } = new URL(server.url);
  return {
    at: (name: string) => `http://${name}.localhost:${port}/`,
    /** Stops tampering with a file. */
    repair: (name: string) => void repaired.add(name),
    stop: server.stop,
  };
}

import { findPins } from '@composed/compose/deployment/composed-page';
import { hashInline } from '@composed/http/pages/send-page';
import { startUpstream } from '@composed/testing/server/upstream';

/*
 * A site in whose front one file of a remote of ES modules is spoilt at a time. Each way has a host name of its own, so
 * that a browser keeps them apart.
 */

/** The modules of the page, by what they are to it. */
export const files = {
  entry: /\/PricingSection-[\w-]+\.js$/,
  'static-chunk': /\/plans-[\w-]+\.js$/,
  'lazy-chunk': /\/Later-[\w-]+\.js$/,
  'shared-module': /\/es-modules\/react\.\w+\.js$/,
  container: /\/es-modules\.\w+\.js$/,
} as const;

const ofMap = ['not-in-map', 'no-map'] as const;
export const ways = ['changed', 'missing', 'not-pinned', 'not-in-policy', ...ofMap] as const;

/** Each file in each way that it can be spoilt: the map names shared modules alone, and the last script is the module. */
export const cases = Object.keys(files).flatMap((file) =>
  ways
    .filter((way) => !ofMap.some((each) => each === way) || file === 'shared-module')
    .filter((way) => way !== 'not-pinned' || !['container', 'entry'].includes(file))
    .map((way) => ({ file, way, name: `${file}--${way}` })),
);

/** Only the press that wants the lazy chunk finds that the page does not pin it. */
export const lateCase = 'lazy-chunk--not-pinned';

const scriptsIn = (html: string) => {
  const { preloads = [], remotes = {} } = findPins(html) ?? {};
  const { exposes = {}, entry = '', integrity = '' } = remotes['pricing'] ?? {};
  const ofModules = Object.values(exposes).flatMap(({ scripts = [] }) => scripts);
  return [...preloads, ...ofModules, { src: entry, integrity }];
};

/** A page that has lost what it says of one file. */
function spoil(html: string, file: RegExp, way: string): string {
  // To an engine without import maps the element is a block of text, as those of any type that it does not know.
  if (way === 'no-map') return html.replace('type="importmap"', 'type="unknown"');
  const pinned = scriptsIn(html).find(({ src }) => file.test(src));
  if (!pinned) throw new Error(`The page pins no ${file.source}.`);
  const { src, integrity } = pinned;
  if (way === 'not-in-policy') return html.replace(` '${integrity}'`, '');
  // Its element would come from here.
  if (way === 'not-pinned')
    return html
      .replaceAll(`${JSON.stringify(pinned)},`, '')
      .replaceAll(`,${JSON.stringify(pinned)}`, '');
  const [, map = ''] = /<script type="importmap">(.*?)<\/script>/.exec(html) ?? [];
  const without = map.replace(`"react":"${src}",`, '');
  if (without === map) throw new Error('The page has no map.');
  return html.replace(map, without).replace(hashInline(map), hashInline(without));
}

/** @param site address of the real one */
export async function startTamperedSite(site: string) {
  const repaired = new Set<string>();
  const server = await startUpstream(async (response, { path, method, headers }) => {
    const [, file = '', way = ''] = /^([\w-]+)--([\w-]+)\.localhost/.exec(headers.host ?? '') ?? [];
    const pattern = files[file as keyof typeof files] as RegExp | undefined;
    const real = await fetch(site + path, { method, headers: { 'accept-encoding': 'identity' } });
    const isBroken = !repaired.has(`${file}--${way}`);
    const isFile = isBroken && pattern?.test(path.replace(/\?.*/, '')) === true;
    const type = real.headers.get('content-type') ?? '';
    const isPage = type.startsWith('text/html') && !['changed', 'missing', ''].includes(way);
    const kept = [...real.headers].filter(
      ([name]) =>
        !/^(?:content-length|connection|keep-alive|transfer-encoding|cache-control|etag|date)$/.test(
          name,
        ),
    );
    const responseHeaders = { ...Object.fromEntries(kept), 'cache-control': 'no-store' };
    if (isFile && way === 'missing') return response.writeHead(404, responseHeaders).end();
    const body = Buffer.from(await real.arrayBuffer());
    const evil = '\ndocument.documentElement.dataset.evil="ran";';
    const changed =
      isFile && way === 'changed'
        ? Buffer.concat([body, Buffer.from(evil)])
        : isPage && pattern
          ? spoil(body.toString(), pattern, way)
          : body;
    return response.writeHead(real.status, responseHeaders).end(changed);
  });
  const { port } = new URL(server.url);
  return {
    at: (name: string) => `http://${name}.localhost:${port}/`,
    /** Brings a file back, until the end of the test. */
    repair: (name: string) => void repaired.add(name),
    stop: server.stop,
  };
}

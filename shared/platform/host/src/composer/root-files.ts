/** The folder of host files that are served from the root of the site, under names without a hash. */
const rootFolder = 'root/';

/**
 * Returns the files at the root of the site other than pages: icons, manifest, robots.txt and sitemap.xml.
 * @param hostFiles names of the files of the host's release
 * @param siteUrl public origin without a trailing slash
 * @param paths indexable: addresses of pages for search engines; closed: addresses that robots must not visit
 */
export function rootFiles(
  hostFiles: readonly string[],
  { siteUrl, indexable }: { readonly siteUrl: string; readonly indexable: boolean },
  paths: { readonly indexable: readonly string[]; readonly closed: readonly string[] },
): Record<string, { text: string } | { file: string }> {
  const copies = hostFiles
    .filter((file) => file.startsWith(rootFolder))
    .map((file) => {
      const publicName = file.slice(rootFolder.length).replace(/\.[0-9a-f]{12}(?=\.\w+$)/, '');
      return [publicName, { file }] as const;
    });
  const closed = [...paths.closed, '/preview'].flatMap((path) => [`${path}/`, `${path}$`]);
  const robots = indexable
    ? [...closed.map((path) => `Disallow: ${path}`), '', `Sitemap: ${siteUrl}/sitemap.xml`]
    : ['Disallow: /'];
  const sitemap = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...paths.indexable.map((path) => `  <url><loc>${siteUrl}${path}</loc></url>`),
    '</urlset>',
  ];
  return {
    ...Object.fromEntries(copies),
    'robots.txt': { text: ['User-agent: *', ...robots, ''].join('\n') },
    'sitemap.xml': { text: [...sitemap, ''].join('\n') },
  };
}

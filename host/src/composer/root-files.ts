import { signInPrefixes } from '@shopwright/shared/contracts/site-links';

/** Folder of the host's files that are served from the root of the site under their own names. */
const rootFolder = 'root/';

/** Addresses that no robot has business at: the sign-in and what stands behind it, and previews. */
const closedToRobots = [...signInPrefixes, '/preview'].flatMap((path) => [`${path}/`, `${path}$`]);

/**
 * The files at the root of the site beside its pages: icons and manifest, robots.txt and sitemap.xml.
 * @param hostFiles names of the files of the host's release
 * @param siteUrl public origin without a trailing slash
 * @param indexablePaths addresses of the pages that search engines are welcome to
 */
export function rootFiles(
  hostFiles: readonly string[],
  { siteUrl, indexable }: { readonly siteUrl: string; readonly indexable: boolean },
  indexablePaths: readonly string[],
): Record<string, { text: string } | { file: string }> {
  const copies = hostFiles
    .filter((file) => file.startsWith(rootFolder))
    .map((file) => {
      const ownName = file.slice(rootFolder.length).replace(/\.[0-9a-f]{12}(?=\.\w+$)/, '');
      return [ownName, { file }] as const;
    });
  const robots = indexable
    ? [...closedToRobots.map((path) => `Disallow: ${path}`), '', `Sitemap: ${siteUrl}/sitemap.xml`]
    : ['Disallow: /'];
  const sitemap = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...indexablePaths.map((path) => `  <url><loc>${siteUrl}${path}</loc></url>`),
    '</urlset>',
  ];
  return {
    ...Object.fromEntries(copies),
    'robots.txt': { text: ['User-agent: *', ...robots, ''].join('\n') },
    'sitemap.xml': { text: [...sitemap, ''].join('\n') },
  };
}

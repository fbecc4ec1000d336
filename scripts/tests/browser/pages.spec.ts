import { expect, test as base } from '../helpers/fixtures';
import { hasNginx } from '@composed/command/browser.mjs';
import { frontSite } from '../helpers/running-nginx';
import { expectSameDocument, hydrated, markDocument } from '../helpers/sections';
import { aTeam, type Team, unchecked } from '../helpers/team';

// A page of each kind comes with its row in the host's table, on every server, and goes with a rollback of the host.

const test = base.extend<{ team: Team }>({
  team: async ({ perWorker }, use) => use(await perWorker('team', aTeam)),
});
test.use({ baseURL: async ({ team }, use) => use(team.site.url) });

const page = (title: string, heading: string) =>
  `caseSensitive: true, title: ${title}, search: __COMPOSES__ && { description: ${title}, indexable: true }, element: ${heading}`;

const rows = `
  { path: '/about', ${page("'About us'", '<h1>About us</h1>')} },
  { path: '/guides/first-steps', ${page("'First steps'", '<h1>First steps</h1>')} },
  { path: '/plans/:name', pages: ({ prices }) => (prices?.tables.periods.MONTH ?? []).map(({ name }) => ({
    parameters: { name: name.toLowerCase() },
    ${page('name', '<><h1>The plan {name}</h1><a href="/guides/first-steps">To the guide</a></>')},
  })) },
  notFoundRoute,
];`;

const shown = [
  ['/about', 'About us'],
  ['/guides/first-steps', 'First steps'],
  ['/plans/pro', 'Pro'],
] as const;
const neighbours = [
  '/about/us',
  '/guides',
  '/guides/second',
  '/plans',
  '/plans/gold',
  '/plans/Pro',
];

test('a row of the host’s table is a page on every server, and a rollback takes it away', async ({
  team: { site, edit, mustRelease },
  page: tab,
  expectConsole,
}) => {
  test.skip(!hasNginx(), 'nginx with its module for brotli is not installed');
  const front = await frontSite(site);
  const servers = [site.url, front.url];
  const expectPages = async (base: string, isThere: boolean, cookie = '') => {
    for (const server of servers) {
      for (const [path, title] of shown) {
        const response = await fetch(server + base + path, { headers: { cookie } });
        expect([path, response.status]).toEqual([path, isThere ? 200 : 404]);
        const html = await response.text();
        expect(html.includes(`<title>${title}</title>`)).toBe(isThere);
        expect(html.includes(`<meta name="description" content="${title}">`)).toBe(isThere);
      }
      for (const path of neighbours)
        expect([path, (await fetch(server + base + path, { headers: { cookie } })).status]).toEqual(
          [path, 404],
        );
    }
  };
  await edit('host/src/routes.tsx', '  notFoundRoute,\n];', rows);

  await mustRelease('preview', 'host', '--name', 'rows');
  await expectPages('/preview/rows', true);
  await expectPages('', false);
  const heavier = ['--over-budget', 'Three pages more'];
  await mustRelease('publish', 'host', '--canary', '10', ...heavier, ...unchecked);
  await expectPages('', true, 'cohort=00');
  await expectPages('', false, 'cohort=99');
  await mustRelease('promote');
  await expectPages('', true);
  const sitemap = await (await fetch(`${site.url}/sitemap.xml`)).text();
  for (const [path] of shown) expect(sitemap).toContain(`<loc>http://localhost${path}</loc>`);

  await tab.goto('/plans/pro');
  await expect(tab.getByRole('heading', { level: 1 })).toHaveText('The plan Pro');
  await hydrated(tab);
  await markDocument(tab);
  await tab.getByRole('link', { name: 'To the guide' }).click();
  await expect(tab).toHaveTitle('First steps');
  await expectSameDocument(tab);
  await tab.goBack();
  await expect(tab.getByRole('heading', { level: 1 })).toHaveText('The plan Pro');
  await expectSameDocument(tab);
  expectConsole(/404/);
  await tab.goto('/plans/gold');
  await hydrated(tab);
  await expect(tab.getByRole('heading', { level: 1 })).toContainText('Nobody trades');

  await mustRelease('rollback', 'host');
  await expectPages('', false);
  await front.stop();
});

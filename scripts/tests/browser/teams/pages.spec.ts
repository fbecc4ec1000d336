import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test as base } from '../../helpers/fixtures';
import { hasNginx } from '@composed/command/installed-software.mjs';
import { frontSite } from '@composed/testing/server/site-nginx';
import { hydrated, remoteHydrated } from '@composed/testing/browser/hydration';
import { expectSameDocument, markDocument } from '../../helpers/sections';
import { aTeam, type Team, skipTypeCheck } from '../../helpers/team';

// A page comes with its row, the host's or a team's, on every server, and goes with a rollback of that app.

const test = base.extend<{ team: Team }>({
  team: async ({ perWorker }, use) => use(await perWorker('pages', aTeam)),
});
test.use({ baseURL: async ({ team }, use) => use(team.site.url) });

const page = (title: string, heading: string) =>
  `caseSensitive: true, title: ${title}, search: __COMPOSES__ && { description: ${title}, indexable: true }, element: ${heading}`;

const rows = `
  { path: '/about', ${page("'About us'", '<h1>About us</h1>')} },
  { path: '/guides/first-steps', ${page("'First steps'", '<h1>First steps</h1>')} },
  notFoundRoute,
];`;

/** A grant of the host to pricing, and the list of data that makes pages. */
const edits = [
  ['host/src/routes.tsx', '  notFoundRoute,\n];', rows],
  [
    'host/src/site-config.tsx',
    '  routesOf,\n',
    "  routesOf,\n  pages: createPages<SiteRoute>({ grants: [{ prefix: '/plans', app: 'pricing' }], toRoute: (page) => page }),\n",
  ],
  [
    'host/src/site-config.tsx',
    'import ',
    "import { createPages } from '@composed/host/pages';\nimport ",
  ],
  [
    'host/src/composer.ts',
    '{ tables, readOn: prices.readOn } }',
    '{ tables, readOn: prices.readOn }, plans: tables.periods.MONTH.map(({ name }) => ({ id: name.toLowerCase(), name })) }',
  ],
] as const;

const planPage = `
export default function PlanPage({ page: { address, parameters, data } }) {
  const [pressed, press] = useState(0);
  return (
    <>
      <h1>The plan {data.name}</h1>
      <p>{address} of {parameters.id}, pressed {pressed}</p>
      <button onClick={() => press(pressed + 1)}>Press</button>
      <a href="/guides/first-steps">To the guide</a>
    </>
  );
}`;

const shownPages = [
  ['/about', 'About us'],
  ['/guides/first-steps', 'First steps'],
] as const;
const plans = [['/plans/pro', 'Pro']] as const;
const neighbours = [
  '/about/us',
  '/guides',
  '/guides/second',
  '/plans',
  '/plans/gold',
  '/plans/Pro',
];

test('every server has the pages of rows of the host and of a team, until a rollback', async ({
  team: { copy, site, edit, mustRelease },
  page: tab,
  expectConsole,
}) => {
  test.skip(!hasNginx(), 'nginx with its module for brotli is not installed');
  const front = await frontSite(site);
  const servers = [site.url, front.url];
  const expectPages = async (
    pages: typeof shownPages | typeof plans,
    base: string,
    isThere: boolean,
    cookie = '',
  ) => {
    for (const server of servers) {
      for (const [path, title] of pages) {
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
  for (const [file, before, after] of edits) await edit(file, before, after);
  await mustRelease('preview', 'host', '--name', 'rows');
  await expectPages(shownPages, '/preview/rows', true);
  await expectPages(shownPages, '', false);
  const heavier = ['--over-budget', 'More pages', ...skipTypeCheck];
  await mustRelease('publish', 'host', ...heavier);
  await expectPages(shownPages, '', true);

  const row = {
    path: '/plans/:id',
    module: './PlanPage',
    data: 'plans',
    title: '{name}',
    description: '{name}',
  };
  const described = 'remote-pricing/package.json';
  const module = '"./PlanPage": { "import": "./src/PlanPage", "props": { "page": true } },';
  await edit(
    described,
    '"exposes": {',
    `"pages": [${JSON.stringify(row)}], "exposes": { ${module}`,
  );
  const file = join(copy, 'remote-pricing/src/PlanPage.tsx');
  await writeFile(file, `import { useState } from 'react';${planPage}`);
  const first = ['--allow-no-rollback', 'The host before grants no page'];
  await mustRelease('publish', 'pricing', '--canary', '10', ...heavier, ...first);
  await expectPages(plans, '', true, 'bucket=00');
  await expectPages(plans, '', false, 'bucket=99');
  await mustRelease('promote');
  await expectPages(plans, '', true);
  const sitemap = await (await fetch(`${site.url}/sitemap.xml`)).text();
  for (const [path] of [...shownPages, ...plans])
    expect(sitemap).toMatch(new RegExp(`<loc>http://localhost:\\d+${path}</loc>`));

  await tab.goto('/plans/pro');
  await remoteHydrated(tab);
  await tab.getByRole('button', { name: 'Press' }).click();
  await expect(tab.getByText('/plans/pro of pro, pressed 1')).toBeVisible();
  await markDocument(tab);
  await tab.getByRole('link', { name: 'To the guide' }).click();
  await expect(tab).toHaveTitle('First steps');
  await expectSameDocument(tab);
  await tab.goBack();
  await expect(tab.getByRole('heading', { level: 1 })).toHaveText('The plan Pro');
  await expectSameDocument(tab);

  await mustRelease('rollback', 'pricing');
  await expectPages(plans, '', false);
  await expectPages(shownPages, '', true);
  // An open tab keeps its pages.
  await tab.getByRole('link', { name: 'To the guide' }).click();
  await tab.goBack();
  await expect(tab.getByRole('heading', { level: 1 })).toHaveText('The plan Pro');
  expectConsole(/404/);
  await tab.goto('/plans/gold');
  await hydrated(tab);
  await expect(tab.getByRole('heading', { level: 1 })).toContainText('Nobody trades');
  await front.stop();
});

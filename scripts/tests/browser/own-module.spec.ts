import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import * as v from 'valibot';
import { expect, test } from '../helpers/fixtures';
import { ownRepositories } from '../helpers/own-repository';
import { counter, heal, sectionHydrated, sectionOf } from '../helpers/remote-section';
import { aTeam, type Team, unchecked } from '../helpers/team';

// Remotes whose modules bring what renders them: a React of their own beside the host's, or no framework at all.
test.describe.configure({ mode: 'serial' });

const toast = `toasts.show({ kind: 'success', title: 'Thank you', message: 'Somebody reads it.' })`;
/** Counts what stands in the page, for the test. */
const count = (by: string) =>
  `document.documentElement.dataset.standing = String(Number(document.documentElement.dataset.standing ?? 0) + ${by});`;

const sources = {
  'tests-plain': `import type { OwnModule } from '@composed/contracts/module';
import { toasts } from '@shopwright/shared/toasts';

// As some libraries do for themselves.
globalThis.trustedTypes?.createPolicy('tests-html', { createHTML: (text) => text });

const module: OwnModule = {
  render: ({ links }) =>
    \`<h2>The tests plain</h2><button type="button">Pressed 0 times</button><button type="button">Send</button><a href="\${links.signUp}">Open your shop</a>\`,
  mount(element, { links }, { hydrate, report }) {
    if (!hydrate) {
      const add = (tag, given) => element.append(Object.assign(document.createElement(tag), given));
      add('h2', { textContent: 'The tests plain' });
      add('button', { type: 'button', textContent: 'Pressed 0 times' });
      add('button', { type: 'button', textContent: 'Send' });
      add('a', { href: links.signUp, textContent: 'Open your shop' });
    }
    const [press, send] = element.querySelectorAll('button');
    let presses = 0;
    press.onclick = () => {
      presses += 1;
      if (presses > 2) report(new Error('Pressed too often.'));
      else press.textContent = \`Pressed \${presses} times\`;
    };
    send.onclick = () => ${toast};
    ${count('1')}
    return { unmount: () => { ${count('-1')} } };
  },
};
export default module;
`,
  'tests-react': `import { Component, useState } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import type { OwnModule } from '@composed/contracts/module';
import { toasts } from '@shopwright/shared/toasts';

function Section({ links }) {
  const [presses, setPresses] = useState(0);
  if (presses > 2) throw new Error('Pressed too often.');
  return (
    <>
      <h2>The tests react</h2>
      <button type="button" onClick={() => setPresses(presses + 1)}>{\`Pressed \${presses} times\`}</button>
      <button type="button" onClick={() => ${toast}}>Send</button>
      <a href={links.signUp}>Open your shop</a>
    </>
  );
}

class Boundary extends Component {
  state = { hasThrown: false };
  static getDerivedStateFromError = () => ({ hasThrown: true });
  componentDidCatch(error) {
    this.props.report(error);
  }
  render() {
    return this.state.hasThrown ? null : this.props.children;
  }
}

const module: OwnModule = {
  render: async (props) => {
    if (!__COMPOSES__) return '';
    const { renderToString } = await import('react-dom/server');
    return renderToString(<Section {...props} />);
  },
  mount(element, props, { hydrate, report }) {
    const node = (given) => <Boundary report={report}><Section {...given} /></Boundary>;
    const root = hydrate ? hydrateRoot(element, node(props), { onRecoverableError: report }) : createRoot(element);
    if (!hydrate) root.render(node(props));
    ${count('1')}
    return { unmount: () => { root.unmount(); ${count('-1')} } };
  },
};
export default module;
`,
} as const;
type Name = keyof typeof sources;
const names = Object.keys(sources) as Name[];

let team: Team;
let own: Awaited<ReturnType<typeof ownRepositories>>;

const json = v.record(v.string(), v.unknown());

/** Its module brings what renders it; the one of React has that in its own folder, as npm would put it. */
async function bringOwn(name: Name): Promise<void> {
  const folder = join(team.copy, `remote-${name}`);
  const [component] = (await readdir(join(folder, 'src'))).filter((file) =>
    file.endsWith('Section.tsx'),
  );
  await writeFile(join(folder, 'src', component ?? ''), sources[name]);
  const file = join(folder, 'package.json');
  const manifest = v.parse(
    v.looseObject({ microFrontend: json, peerDependencies: json }),
    JSON.parse(await readFile(file, 'utf8')),
  );
  if (name === 'tests-plain') {
    const named = { ...manifest.microFrontend, trustedTypes: ['tests-html'] };
    await writeFile(file, JSON.stringify({ ...manifest, microFrontend: named }));
    return;
  }
  const { react: _react, 'react-dom': _dom, ...peerDependencies } = manifest.peerDependencies;
  const microFrontend = { ...manifest.microFrontend, budget: { script: 60_000, release: 400_000 } };
  const dependencies = { react: '18.3.1', 'react-dom': '18.3.1' };
  const changed = { ...manifest, microFrontend, peerDependencies, dependencies };
  await writeFile(file, JSON.stringify(changed));
  const installed = join(import.meta.dirname, '../../../node_modules');
  for (const [from, to] of Object.entries({
    ...{ 'react-18': 'react', 'react-dom-18': 'react-dom' },
    'react-dom-18/node_modules/scheduler': 'scheduler',
  }))
    await cp(join(installed, from), join(folder, 'node_modules', to), { recursive: true });
}

test.beforeAll(async ({ site: _builds }) => {
  team = await aTeam();
  own = await ownRepositories(team);
  for (const name of names) {
    await own.make(name);
    await bringOwn(name);
  }
  await own.hostTeam(team.copy, ...names, 'host');
});

test.afterAll(async () => {
  await team.stop();
  await own.stop();
});

test.use({ baseURL: undefined, extraHTTPHeaders: {} });

const standing = (page: Page) =>
  page.evaluate(() => Number(document.documentElement.dataset['standing'] ?? 0));

for (const name of names) {
  test(`${name} is whole without scripts`, async ({ browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(team.site.url);
    await expect(counter(page, name)).toHaveText('Pressed 0 times');
    await context.close();
  });

  test(`${name} keeps its nodes, heals, shows toasts and is replaced where it throws`, async ({
    page,
    expectConsole,
  }) => {
    expectConsole(/^error: /);
    await heal(page, team.site.url, name, 'entry', 404);
    const section = sectionOf(page, name);
    await section.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByRole('status').getByText('Somebody reads it.')).toBeVisible();
    await counter(page, name).click();
    await counter(page, name).click();
    await expect(section.getByRole('heading')).toBeVisible();
    await section.getByRole('button', { name: 'Try again' }).click();
    await counter(page, name).click();
    await expect(counter(page, name)).toHaveText('Pressed 1 times');
  });
}

test('a press before it is there is not lost', async ({ page }) => {
  await page.goto(team.site.url);
  for (const name of names) {
    await counter(page, name).click();
    await expect(counter(page, name)).toHaveText('Pressed 1 times');
  }
});

test('nothing of them is left on other pages, however often visitors come back', async ({
  page,
}) => {
  await page.goto(team.site.url);
  for (const name of names) await sectionHydrated(page, name);
  for (let visit = 0; visit < 20; visit += 1) {
    await page.getByRole('banner').getByRole('link', { name: 'SignUp' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await expect.poll(() => standing(page)).toBe(0);
    await page.goBack();
    await expect(counter(page, 'tests-react')).toHaveText('Pressed 0 times');
    await expect.poll(() => standing(page)).toBe(names.length);
  }
});

test('another React is beside the host’s, and a remote that names none is refused', async () => {
  const files = await team.look(/assets\/tests-react\/.*\.js\b/);
  expect(files).not.toBe('');
  const file = join(team.copy, 'remote-tests-react/package.json');
  const { dependencies: _, ...manifest } = v.parse(json, JSON.parse(await readFile(file, 'utf8')));
  await writeFile(file, JSON.stringify(manifest));
  const { code, output } = await team.release('publish', 'tests-react', ...unchecked);
  expect([code, output]).toEqual([
    1,
    expect.stringContaining('must name "react" in peerDependencies, or in dependencies'),
  ]);
});

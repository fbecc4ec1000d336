import { execFile } from 'node:child_process';
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompressSync } from 'node:zlib';
import { expect, type Page } from '@playwright/test';
import { glob } from 'tinyglobby';
import * as v from 'valibot';
import writeFileAtomic from 'write-file-atomic';
import { freePort } from '../../platform/operations/free-port';
import { startCommand } from './child';
import { expectShown, labelOf, sectionHydrated, sectionOf } from './remote-section';
import { expectSameDocument, markDocument } from './sections';
import { runRelease, type Team, unchecked } from './team';

const run = promisify(execFile);
const checkout = join(import.meta.dirname, '../../..');

/** A component with state and a toast of the host’s. Pressed three times, it throws as it renders. */
const source = (
  name: string,
  component: string,
  heading: string,
) => `import { useState } from 'react';
import type { PropsOf } from '@shopwright/shared/contracts/offers';
import { toasts } from '@shopwright/shared/toasts';
import { Button, ButtonLink } from '@shopwright/shared/ui/Button';
import type manifest from '../package.json';
import styles from './${component}.module.css';

const thanks = { kind: 'success', title: 'Thank you', message: 'Somebody reads it.' } as const;

export default function ${component}({ links }: PropsOf<typeof manifest, './${component}'>) {
  const [count, setCount] = useState(0);
  if (count > 2) throw new Error('Pressed too often.');
  return (
    <div data-boundary="${name}" className={styles['section']}>
      <h2>${heading}</h2>
      <Button onClick={() => setCount(count + 1)}>Pressed {count} times</Button>
      <Button onClick={() => toasts.show(thanks)}>Send</Button>
      <ButtonLink href={links.signUp}>Open your shop</ButtonLink>
    </div>
  );
}
`;

const json = v.record(v.string(), v.unknown());
const packages = v.optional(v.record(v.string(), v.string()), {});
const parseJson = (text: string) => v.parse(json, JSON.parse(text));

/** npm installs the versions of this repository: its cache has the files, and it asks no registry. */
export async function writeLock(repository: string): Promise<void> {
  const { packages } = parseJson(await readFile(join(checkout, 'package-lock.json'), 'utf8'));
  const installed = Object.entries(v.parse(v.record(v.string(), json), packages))
    .filter(
      ([place, { link }]) =>
        /^(?:scripts\/(?:services\/)?|shared\/(?:\w+\/)?)?node_modules\//.test(place) && !link,
    )
    .map(([place, entry]) => {
      const installedAt = place
        .replace(/^scripts\/services/, 'node_modules/@shopwright/services')
        .replace(/^scripts/, 'node_modules/@composed/release')
        .replace(/^shared\/(?!node_modules)/, 'node_modules/@composed/')
        .replace(/^shared/, 'node_modules/@shopwright/shared');
      return [installedAt, entry] as const;
    });
  const root = parseJson(await readFile(join(repository, 'package.json'), 'utf8'));
  const tools = Object.entries(v.parse(v.record(v.string(), v.string()), root['devDependencies']));
  const tarballs = tools
    .filter(([, resolved]) => resolved.startsWith('file:'))
    .map(async ([name, resolved]) => {
      const file = join(repository, resolved.replace('file:', ''));
      const { stdout } = await run('tar', ['-xzOf', file, 'package/package.json']);
      return [`node_modules/${name}`, { ...parseJson(stdout), resolved }] as const;
    });
  const all = Object.fromEntries<unknown>([...(await Promise.all(tarballs)), ...installed]);
  const lock = { lockfileVersion: 3, requires: true, packages: { '': root, ...all } };
  await writeFile(join(repository, 'package-lock.json'), JSON.stringify(lock));
}

/** A new remote’s scripts are compiled as they load, and take at most 12,000 bytes. */
async function expectSmall(siteDir: string, name: string): Promise<void> {
  const files = await glob(`assets/${name}/*.js`, { cwd: siteDir, absolute: true });
  const scripts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  for (const script of scripts) expect(script).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/);
  const bytes = scripts.reduce((sum, script) => sum + brotliCompressSync(script).length, 0);
  expect(bytes).toBeLessThanOrEqual(12_000);
}

/** A new remote is in the page as it was made. */
export async function expectNew(page: Page, { url, siteDir }: Team['site'], name: string) {
  await page.goto(url);
  const heading = sectionOf(page, name).getByRole('heading', { name: labelOf(name) });
  await expect(heading).toBeVisible();
  await sectionHydrated(page, name);
  await expectSmall(siteDir, name);
}

type Remote = Readonly<Record<'name' | 'component', string>>;

/** A host with several more sections is heavier; its team raises its budget. */
async function raiseBudget(checkout: string): Promise<void> {
  const file = join(checkout, 'host/package.json');
  const budgets = v.looseObject({ budget: v.record(v.string(), v.number()) });
  const host = v.parse(
    v.looseObject({ microFrontend: budgets }),
    JSON.parse(await readFile(file, 'utf8')),
  );
  const { budget } = host.microFrontend;
  for (const [kind, bytes] of Object.entries(budget)) budget[kind] = bytes + 1000;
  await writeFile(file, JSON.stringify(host));
}

/** Teams of remotes with repositories of their own, beside the host’s team. All publish to its store. */
export async function ownRepositories({ copy, environment: first }: Team) {
  const folder = await mkdtemp(join(tmpdir(), 'own-repositories-'));
  const at = (name: string) => join(folder, name);
  const environment: Record<string, string> = { ...first };
  const devPort = 20_000 + 3 * Math.floor(Math.random() * 3000);

  /** Runs a command, which must succeed. */
  const command = (cwd: string, ...[program = '', ...words]: readonly string[]) =>
    run(program, words, { cwd, env: { ...process.env, ...environment } });
  /** The release tool in the repository of a remote. */
  const release = (name: string, ...words: readonly string[]) =>
    command(at(name), 'npm', 'run', 'release', '--', ...words);
  /** Gives the remote's component state, a toast, a fault and this heading. */
  const edit = ({ name, component }: Remote, heading: string) =>
    writeFile(join(at(name), `src/${component}.tsx`), source(name, component, heading));

  /** Starts a command that stays, with ports of its own. */
  const start = async (cwd: string, words: readonly string[], ready: RegExp) => {
    const ports = { PORT: String(await freePort()), DEV_PORT: String(devPort) };
    return startCommand(cwd, words, ready, { ...environment, SITE_URL: '', ...ports });
  };

  return {
    ...{ at, command, release, edit, start },
    /** Installs in one repository what it and others need, and links it into those. */
    install: async (name: string, ...others: readonly string[]) => {
      const file = join(at(name), 'package.json');
      const text = await readFile(file, 'utf8');
      const all = parseJson(text);
      for (const other of others) {
        const asked = parseJson(await readFile(join(at(other), 'package.json'), 'utf8'));
        for (const kind of ['dependencies', 'devDependencies'])
          all[kind] = { ...v.parse(packages, asked[kind]), ...v.parse(packages, all[kind]) };
      }
      await writeFile(file, JSON.stringify(all));
      await writeLock(at(name));
      await command(at(name), 'npm', 'install', '--offline', '--ignore-scripts', '--no-audit');
      await writeFile(file, text);
      const installed = join(at(name), 'node_modules');
      for (const other of others)
        await command(copy, 'cp', '-al', installed, join(at(other), 'node_modules'));
    },
    /** Gives a remote one more module, with a heading and what it takes, in its own folder alone. */
    addModule: async (remote: string, module: string) => {
      const file = join(at(remote), 'package.json');
      const own = v.parse(
        v.looseObject({ microFrontend: v.looseObject({ exposes: json }) }),
        JSON.parse(await readFile(file, 'utf8')),
      );
      own.microFrontend.exposes[`./${module}`] = {
        import: `./src/${module}`,
        takes: { links: true },
      };
      await writeFile(file, JSON.stringify(own));
      const text = `import type { PropsOf } from '@shopwright/shared/contracts/offers';
import type manifest from '../package.json';

export default function ${module}({ links }: PropsOf<typeof manifest, './${module}'>) {
  return <a href={links.home}>${module}</a>;
}
`;
      await writeFile(join(at(remote), `src/${module}.tsx`), text);
      const line = `export * as ${module} from './${module}';\n`;
      await appendFile(join(at(remote), 'src/server.ts'), line);
    },
    /** Of all commands of all teams. */
    environment,
    /** Raises the host’s budget for more rows in its table than that of one new remote. */
    raiseBudget: () => raiseBudget(copy),
    /** `npm run new`, by the host's team. */
    make: (...words: readonly string[]) =>
      command(copy, process.execPath, '--import', 'tsx', 'scripts/commands/new.ts', ...words),
    publish: async (remote: Remote, heading: string, ...words: readonly string[]) => {
      await edit(remote, heading);
      await release(remote.name, 'publish', remote.name, ...words, ...unchecked);
    },
    /** The host's team publishes, from one of its checkouts. */
    hostTeam: async (checkout: string, ...words: readonly string[]) => {
      const args = ['publish', ...words, ...unchecked];
      const { code, output } = await runRelease(checkout, environment, args);
      expect(code, output).toBe(0);
    },
    /** What the developer of a remote does: starts commands, which have ports of their own, and edits the component. */
    developing: async (page: Page, { name, component }: Remote) => {
      const file = join(at(name), `src/${component}.tsx`);
      const first = await readFile(file, 'utf8');
      const withHeading = (text: string) => first.replace(/(?<=<h2>).*(?=<)/, text);
      /** Asserts that an edit shows and the page’s state stays, even if the file was built while empty. */
      const editAndSee = async (part: string, text: string) => {
        const button = page.locator(part).getByRole('button', { name: /^Pressed/ });
        await button.click();
        await expect(button).toHaveText('Pressed 1 times');
        await markDocument(page);
        await writeFile(file, '');
        const overlay = page.frameLocator('iframe');
        await expect(overlay.getByText('This file is empty.')).toBeVisible();
        await writeFile(file, withHeading(text));
        await expect(page.getByRole('heading', { name: text })).toBeVisible();
        await expect(button).toHaveText('Pressed 1 times');
        await expectSameDocument(page);
      };
      const said: string[] = [];
      page.on('console', (message) => said.push(message.text()));
      /** Breaks and mends the remote in the site of its build: no mismatch, and the failure shows in both. */
      const breakAndMend = async (site: { address: string; output: () => string }) => {
        const { address, output } = site;
        expect(said.join('\n')).not.toContain('hydration failed');
        await writeFile(file, 'const broken = <;');
        await page.goto(address);
        await expect(page.getByText(`${component}.tsx`)).toBeVisible();
        expect(output()).toContain(`${component}.tsx`);
        await writeFile(file, withHeading('Mended'));
        await expectShown(page, address, { name }, 'Mended');
      };
      const button = join(at(name), 'node_modules/@shopwright/shared/src/ui/Button.js');
      const platform = await readFile(button, 'utf8');
      /** Gives the platform's buttons a title, at the version that is installed, in the way that npm writes files. */
      const changePlatform = (title: string) =>
        writeFileAtomic(button, platform.replace('type: "button"', `$&, title: '${title}'`));
      const startThere = (words: readonly string[], ready: RegExp, cwd = at(name)) =>
        start(cwd, words, ready);
      return { file, first, start: startThere, editAndSee, changePlatform, breakAndMend };
    },
    stop: () => rm(folder, { recursive: true, force: true }),
  };
}

import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import {
  describeRemote,
  filesOf,
  peerDependencies,
  workflowOf,
  type NewRemote,
} from './remote-files';

/** A new remote cannot be made; the message says why and what to do. */
export class CannotAddRemote extends Error {
  override readonly name = 'CannotAddRemote';
}

/** A row that is added to a file of the repository. */
interface Row {
  readonly file: string;
  /** What stands after the new row; only its first place counts. */
  readonly before: RegExp;
  readonly text: (remote: NewRemote, content: string) => string;
}

/** These have a folder or a workflow already. */
const taken = ['host', 'release-app'];

const owners = '.github/CODEOWNERS';
const contracts = 'shared/src/contracts/remotes.ts';

const rows: readonly Row[] = [
  {
    file: 'shared/tooling/build/apps.ts',
    before: /^\];\n\nexport const apps\b/m,
    text: ({ name, folder, component }, content) => `  {
    name: '${name}',
    folder: '${folder}',
    port: devPort + ${[...content.matchAll(/devPort \+ \d+/g)].length + 1},
    exposes: { './${component}': './src/${component}' },
    calls: [],
  },
`,
  },
  {
    file: contracts,
    before: /^\/\*\* Every exposed component by its federation id/m,
    text: ({ component }) => `export interface ${component}Props {
  readonly links: SiteLinks;
}

`,
  },
  {
    file: contracts,
    before: /^\}\n\nexport type RemoteId\b/m,
    text: ({ name, component }) => `  readonly '${name}/${component}': ${component}Props;\n`,
  },
  {
    file: 'host/src/remotes/table.tsx',
    before: /^\};\n\nexport const remoteIds\b/m,
    text: ({ name, component, label }) => `  '${name}/${component}': {
    label: '${label}',
    // Nothing is kept free for it yet: draw what is in ./skeletons.
    skeleton: null,
    props: ({ links }) => ({ links }),
    section: '${name}',
  },
`,
  },
];

const record = v.record(v.string(), v.unknown());

/** The lockfile with the new workspace, as npm would write it. */
function withWorkspace(text: string, { folder }: NewRemote): string {
  const document = v.parse(record, JSON.parse(text));
  const packages = {
    ...v.parse(record, document['packages']),
    [folder]: { version: '1.0.0', peerDependencies },
    [`node_modules/${folder}`]: { resolved: folder, link: true },
  };
  const sorted = Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en'));
  return `${JSON.stringify({ ...document, packages: Object.fromEntries(sorted) }, null, 2)}\n`;
}

function withRow(content: string, { file, before, text }: Row, remote: NewRemote): string {
  const place = before.exec(content)?.index;
  if (place === undefined) {
    throw new CannotAddRemote(`${file} has no place for the new row: see rows in scripts/new.`);
  }
  return content.slice(0, place) + text(remote, content) + content.slice(place);
}

/**
 * Makes the folder of a new remote, a section of the landing page, and adds its rows to the tables of
 * apps and of the host's remotes, its props to the contracts, its workspace to the lockfile, its
 * workflow and its owners.
 * @param root the repository
 * @returns the files that were made or changed, from the root
 * @throws CannotAddRemote before anything is written
 */
export async function addRemote(root: string, name: string): Promise<readonly string[]> {
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name) || taken.includes(name)) {
    throw new CannotAddRemote(
      `"${name}" cannot be the name of a remote: use lower-case letters, digits and hyphens, such as "reviews".`,
    );
  }
  const remote = describeRemote(name);
  const folder = path.join(root, remote.folder);
  if (existsSync(folder)) {
    throw new CannotAddRemote(
      `${remote.folder} exists already: choose another name, or remove it.`,
    );
  }

  const read = (file: string) => readFile(path.join(root, file), 'utf8');
  const changed = new Map<string, string>();
  for (const row of rows) {
    const content = changed.get(row.file) ?? (await read(row.file));
    if (new RegExp(`'${name}['/]`).test(content)) {
      throw new CannotAddRemote(`${row.file} knows ${name} already: choose another name.`);
    }
    changed.set(row.file, withRow(content, row, remote));
  }
  changed.set(owners, `${await read(owners)}/${remote.folder}/ @shopwright/${name}\n`);
  changed.set(`.github/workflows/${name}.yml`, workflowOf(remote));
  changed.set('package-lock.json', withWorkspace(await read('package-lock.json'), remote));
  const made = Object.entries(filesOf(remote));

  try {
    for (const [file, content] of made) {
      await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
      await writeFile(path.join(folder, file), content);
    }
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
  await mkdir(path.join(root, '.github/workflows'), { recursive: true });
  for (const [file, content] of changed) await writeFile(path.join(root, file), content);
  return [...made.map(([file]) => `${remote.folder}/${file}`), ...changed.keys()];
}

import { hashSource } from '../../http/content-policy';
import { readRecord } from '../../compose/record-in-page';
import { integrityOf } from '../../build/integrity';
import { edited, type Exchange, type Treat } from './answers';
import { files, type Rule } from './rule';

type Edit = (text: string) => string;

/** What a release with a fault in its source would have in its files. */
export interface FaultyRelease {
  readonly app: string;
  /** Changes the container script. */
  readonly entry?: Edit;
  /** Changes the script of the exposed module; is given the module's id in it. */
  readonly chunk?: (text: string, moduleId: string) => string;
}

function replaceOnce(text: string, part: RegExp, by: string): string {
  if (!part.test(text)) throw new Error(`The build has no ${String(part)} to put a fault into.`);
  return text.replace(part, by);
}

/** The id of the one exposed module, from the container's table of modules. */
function exposedModuleId(entry: string): string {
  const found = /\{"\.\/\w+":\(\)=>.*?\(\)=>\(\)=>\w+\((\d+)\)/.exec(entry)?.[1];
  if (found === undefined) throw new Error('The container has no table of modules.');
  return found;
}

/** The addresses of a release's scripts, from any page that pins it. */
async function scriptsOf(app: string, { get }: Exchange) {
  const pages = await Promise.all(['/', '/signup'].map(get));
  const records = pages.map(({ body }) => readRecord(body.toString('utf8')));
  const entry = records[0]?.remotes[app]?.entry ?? '';
  const chunk = records
    .flatMap(({ preloads }) => preloads)
    .map(({ src }) => src)
    .find((src) => src.startsWith(`/assets/${app}/`) && src !== entry);
  if (chunk === undefined) throw new Error(`No page loads a module of ${app}.`);
  return { entry, chunk };
}

interface Changed {
  readonly entry: string;
  readonly chunk: string;
  /** Hash that was → hash that is. */
  readonly hashes: ReadonlyMap<string, string>;
}

async function change({ app, entry, chunk }: FaultyRelease, exchange: Exchange): Promise<Changed> {
  const addresses = await scriptsOf(app, exchange);
  const [oldEntry, oldChunk] = await Promise.all(
    [addresses.entry, addresses.chunk].map(async (path) => (await exchange.get(path)).body),
  );
  if (!oldEntry || !oldChunk) throw new Error(`${app} has no scripts.`);
  const table = oldEntry.toString('utf8');
  const newChunk = chunk
    ? chunk(oldChunk.toString('utf8'), exposedModuleId(table))
    : oldChunk.toString('utf8');
  // A container holds the hashes of the chunks that it loads.
  const pinned = table.replaceAll(integrityOf(oldChunk), integrityOf(Buffer.from(newChunk)));
  const newEntry = entry ? entry(pinned) : pinned;
  return {
    entry: newEntry,
    chunk: newChunk,
    hashes: new Map([
      [integrityOf(oldChunk), integrityOf(Buffer.from(newChunk))],
      [integrityOf(oldEntry), integrityOf(Buffer.from(newEntry))],
    ]),
  };
}

/**
 * The site with a release whose files are changed and correctly hashed, as if it had been published: the
 * files, and the hashes of them in the container and in every page.
 */
export function republished(release: FaultyRelease): Rule[] {
  const { app } = release;
  return [
    {
      on: files.pages,
      treat: edited(async (html, exchange) => {
        const { hashes } = await change(release, exchange);
        return [...hashes].reduce((text, [was, is]) => text.replaceAll(was, is), html);
      }),
    },
    {
      on: files.entry(app),
      treat: edited(async (_text, exchange) => (await change(release, exchange)).entry),
    },
    {
      on: files.chunks(app),
      treat: edited(async (text, exchange) => {
        const { chunk } = await scriptsOf(app, exchange);
        return chunk === exchange.path ? (await change(release, exchange)).chunk : text;
      }),
    },
  ];
}

/** A chunk whose exposed module runs this first. */
export function beginningOf(code: string): NonNullable<FaultyRelease['chunk']> {
  return (text, id) =>
    replaceOnce(text, new RegExp(`(?<=[{,]${id}\\([\\w$,]*\\)\\{)`), code.replaceAll('$', '$$$$'));
}

/** Pages whose inline bootstrap runs this first: what an extension or a browser's setting does to a page. */
export function inEveryPage(code: string): Treat {
  return edited((html) => {
    const bootstrap = /<script>(.*?)<\/script>/s.exec(html)?.[1];
    if (bootstrap === undefined) throw new Error('The page has no inline bootstrap.');
    const changed = `${code};${bootstrap}`;
    return html
      .replace(bootstrap, () => changed)
      .replaceAll(hashSource(bootstrap), hashSource(changed));
  });
}

import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { promisify } from 'node:util';
import { readyAddress, stopProcess } from '../testing/child';
import { freePort } from '../testing/free-port';
import { parseFakePage } from '../testing/release/fake-compose';
import { aFolderSite, type FolderSite } from '../testing/release/a-folder';
import { snapshot } from '../testing/release/served';

let site: FolderSite;

beforeEach(async () => {
  site = await aFolderSite({ environment: { siteUrl: null, pricesUrl: null } });
});

afterEach(() => site.dispose());

async function serve(environment: Readonly<Record<string, string>> = {}, ...args: string[]) {
  const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/commands/serve.ts', ...args], {
    env: {
      ...process.env,
      ...{ SITE_DIR: site.folder, DATA_DIR: path.join(site.root, 'data') },
      ...{ SUBSCRIPTION_URL: '', MANAGER_URL: '', STORE_UI_URL: '', SITE_URL: '' },
      PORT: String(await freePort()),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed: string[] = [];
  child.stdout.on('data', (chunk: Buffer) => printed.push(chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => printed.push(chunk.toString()));
  return { child, text: () => printed.join('') };
}

test('serve shows what is live and changes nothing in the store, also while an upstream is away', async () => {
  await site.publishAll();
  const before = await snapshot(site.folder);
  const { child, text } = await serve({ MANAGER_URL: `http://127.0.0.1:${await freePort()}` });
  try {
    const url = await readyAddress(child, text);
    const answer = await fetch(url);
    expect(answer.status).toBe(200);
    expect(parseFakePage(await answer.text())).toMatchObject({ page: 'index.html' });
    expect(text()).toBe(`Shopwright is ready at ${url}\n`);
  } finally {
    await stopProcess(child);
  }
  expect(await snapshot(site.folder)).toBe(before);
});

/** A module that hides what builds from `import` and `require`. */
const withoutCompilers = `
  import Module from 'node:module';
  const hidden = /^(?:webpack|ts-loader|@swc|css-loader|typescript)/;
  const resolve = Module._resolveFilename;
  Module._resolveFilename = (name, ...rest) => {
    if (hidden.test(name)) throw new Error('hidden: ' + name);
    return resolve(name, ...rest);
  };
  Module.register('data:text/javascript,' + encodeURIComponent(\`
    export function resolve(name, context, next) {
      if (\${hidden}.test(name)) throw new Error('hidden: ' + name);
      return next(name, context);
    }\`));`;

test('serve starts where no compiler is installed', async () => {
  await site.publishAll();
  const module = `data:text/javascript,${encodeURIComponent(withoutCompilers)}`;
  const environment = { NODE_OPTIONS: `--import=${module}` };
  const { child, text } = await serve(environment);
  try {
    expect((await fetch(await readyAddress(child, text))).status).toBe(200);
  } finally {
    await stopProcess(child);
  }
  const hides = promisify(execFile)(process.execPath, ['--eval', 'require("webpack")'], {
    env: { ...process.env, ...environment },
  });
  await expect(hides).rejects.toThrow('hidden: webpack');
});

test.each([
  [[], {}, /^Nothing is live in .* yet; "npm start" builds and publishes this checkout\.\n$/],
  [['--port', '3'], {}, /^"serve" takes no "--port 3"; PORT and SITE_DIR are set before it\.\n$/],
  [[], { SITE_DIR: path.resolve('package.json') }, /^SITE_DIR is .*, which is a file and not/],
])('serve %j %j ends at once with one sentence', async (args, environment, sentence) => {
  const { child, text } = await serve(environment, ...args);
  await once(child, 'close');
  expect(child.exitCode).toBe(1);
  expect(text()).toMatch(sentence);
});

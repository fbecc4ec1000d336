/**
 * The worker that compose renders in: releases are other teams' code, so they run where a time limit
 * and a memory limit hold. Plain JavaScript, since a worker starts faster without a TypeScript loader.
 *
 * It says what it is about to do before it does it, so that whoever stops it knows which app to name.
 */
import { once } from 'node:events';
import { createRequire } from 'node:module';
import vm from 'node:vm';
import { parentPort, workerData } from 'node:worker_threads';

const nodeRequire = createRequire(import.meta.url);
const nodeBuiltins = new Set(['async_hooks', 'buffer', 'crypto', 'stream', 'url', 'util']);

/** Said by this file and not by a release's code, so it needs no name of an error before it. */
class Refused extends Error {}

/** @param {{ app: string, what: string }} step */
function announce(step) {
  parentPort.postMessage({ kind: 'step', ...step });
}

/** Asks for the rendering bundles of some apps, which come checked against their hashes. */
async function readBundles(apps) {
  const answer = once(parentPort, 'message');
  parentPort.postMessage({ kind: 'wanted', apps });
  const [sources] = await answer;
  return sources;
}

/** Evaluates a CommonJS bundle; `provide` answers its requires. */
function evaluate({ app, version }, source, provide) {
  announce({ app, what: 'could not be loaded' });
  const module = { exports: {} };
  const run = vm.compileFunction(source, ['module', 'exports', 'require'], {
    filename: `${app}-${version}/server.cjs`,
  });
  run(module, module.exports, (name) => provide(name));
  return module.exports;
}

/** Markup that shows a visitor something: text, or at least a picture or a field. */
function isShown(markup) {
  return /<(?:svg|img|input)\b/.test(markup) || markup.replace(/<[^>]*>/g, '').trim() !== '';
}

/** Whether every exposed module that the host shows is there; who lacks it is named. */
function checkExposes(host, remotes, wanted) {
  for (const id of wanted) {
    const [app, name] = id.split('/');
    const remote = remotes.find((candidate) => candidate.app === app);
    announce({ app: (remote ?? host).app, what: 'does not fit the others' });
    if (!remote) throw new Refused(`it shows ${id}, and there is no release of ${app}`);
    if (!remote.exposes.includes(`./${name}`)) {
      throw new Refused(`it does not expose ./${name}, which host ${host.version} shows`);
    }
  }
}

async function renderAlone(host, remote, exports, props) {
  const components = {};
  for (const expose of remote.exposes) {
    const name = expose.replace(/^\.\//, '');
    const id = `${remote.app}/${name}`;
    // A remote may expose a module before the host has a place for it.
    if (!(id in props)) continue;
    announce({ app: remote.app, what: `could not render ${expose}` });
    const markup = await host.renderRemote(id, exports[name], props[id]);
    if (!isShown(markup)) throw new Refused('nothing was rendered');
    components[id] = exports[name].default;
  }
  return components;
}

async function main() {
  const { host: hostRelease, remotes, prices, basePath, siteUrl } = workerData;
  const host = evaluate(hostRelease, hostRelease.source, (name) => {
    const builtin = name.replace(/^node:/, '');
    if (!nodeBuiltins.has(builtin)) throw new Refused(`it asks for "${name}"`);
    return nodeRequire(builtin);
  });
  const props = host.remoteProps({ basePath, prices });
  checkExposes(hostRelease, remotes, Object.keys(props));
  const components = {};
  const shown = new Set(Object.keys(props).map((id) => id.split('/')[0]));
  const sources = await readBundles([...shown]);
  for (const remote of remotes) {
    // What no page can show costs none of them anything, however many there are.
    if (!shown.has(remote.app)) continue;
    const exports = evaluate(remote, sources[remote.app], (name) => {
      if (!(name in host.provided))
        throw new Refused(`it asks for "${name}", which the host does not share`);
      return host.provided[name];
    });
    Object.assign(components, await renderAlone(host, remote, exports, props));
  }
  const pages = [];
  for (const route of host.pageRoutes) {
    announce({ app: hostRelease.app, what: `could not render ${route.path}` });
    const { file, path, indexable } = route;
    const input = { path, basePath, remotes: components, prices, siteUrl };
    const { markup, head } = await host.renderPage(input);
    if (!isShown(markup)) throw new Refused('nothing was rendered');
    pages.push({ file, path, indexable, markup, head });
  }
  parentPort.postMessage({ kind: 'done', pages, shown: [...shown] });
}

/** @param {unknown} error */
function fail(error) {
  const reason =
    error instanceof Error && !(error instanceof Refused)
      ? `${error.name}: ${error.message}`
      : String(error instanceof Refused ? error.message : error);
  parentPort.postMessage({ kind: 'failed', reason });
}

// Nothing is left to do and nothing was answered: some promise never settles.
process.once('beforeExit', () => fail(new Refused('it waits for something that never comes')));

// Told here and not by the worker's own event, which may overtake the steps that name the app.
process.once('uncaughtException', fail);

main().catch(fail);

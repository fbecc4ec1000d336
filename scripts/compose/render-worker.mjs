/**
 * The worker that compose renders in: releases are other teams' code, so they run where a time limit
 * and a memory limit hold. Plain JavaScript, since a worker starts faster without a TypeScript loader.
 *
 * It says what it is about to do before it does it, so that whoever stops it knows which app to name.
 */
import { createRequire } from 'node:module';
import vm from 'node:vm';
import { parentPort, workerData } from 'node:worker_threads';

const nodeRequire = createRequire(import.meta.url);
const nodeBuiltins = new Set(['async_hooks', 'buffer', 'crypto', 'stream', 'url', 'util']);

/** @param {{ app: string, what: string }} step */
function announce(step) {
  parentPort.postMessage({ kind: 'step', ...step });
}

/** Evaluates a CommonJS bundle; `provide` answers its requires. */
function evaluate({ app, version, source }, provide) {
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

async function renderAlone(host, remote, exports, props) {
  const components = {};
  for (const expose of remote.exposes) {
    const name = expose.replace(/^\.\//, '');
    const id = `${remote.app}/${name}`;
    announce({ app: remote.app, what: `could not render ${expose}` });
    const markup = await host.renderRemote(id, exports[name], props[id]);
    if (!isShown(markup)) throw new Error('nothing was rendered');
    components[id] = exports[name].default;
  }
  return components;
}

async function main() {
  const { host: hostRelease, remotes, prices, basePath, siteUrl } = workerData;
  const host = evaluate(hostRelease, (name) => {
    const builtin = name.replace(/^node:/, '');
    if (!nodeBuiltins.has(builtin)) throw new Error(`it asks for "${name}"`);
    return nodeRequire(builtin);
  });
  const props = host.remoteProps({ basePath, composed: prices });
  const components = {};
  for (const remote of remotes) {
    const exports = evaluate(remote, (name) => {
      if (!(name in host.provided))
        throw new Error(`it asks for "${name}", which the host does not share`);
      return host.provided[name];
    });
    Object.assign(components, await renderAlone(host, remote, exports, props));
  }
  const pages = [];
  for (const route of host.pageRoutes) {
    announce({ app: hostRelease.app, what: `could not render ${route.path}` });
    const page = { path: route.path, basePath, remotes: components, composed: prices, siteUrl };
    const { file, path, indexable } = route;
    pages.push({ file, path, indexable, ...(await host.renderPage(page)) });
  }
  parentPort.postMessage({ kind: 'done', pages });
}

main().catch((error) => {
  const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  parentPort.postMessage({ kind: 'failed', reason });
});

/* Does the task of the guest: to compose the pages of a site, or to render the modules of one remote. */

import { askAbout, compile, say } from './host-functions.mjs';
import { fail, GuestError, watchContexts } from './failure.mjs';
import './globals.mjs';

export { runNextTimer } from './timers.mjs';

/** Id of a request → the callback for its answer. */
const callbacks = new Map();

function sendRequest(request) {
  const id = callbacks.size + 1;
  say({ ...request, id });
  return new Promise((resolve) => callbacks.set(id, resolve));
}
const read = (app, file) => sendRequest({ kind: 'read', app, file });
const headOf = async (name) => JSON.parse(await sendRequest({ kind: 'head', name }));

export function takeAnswer(json) {
  const { id, text } = JSON.parse(json);
  callbacks.get(id)?.(text);
}

/**
 * Evaluates a CommonJS bundle, which can require only the packages in `provided`.
 * @returns {unknown} its exports, or a promise of them if a module uses top-level await
 */
function evaluate(name, provided = {}) {
  const module = { exports: {} };
  const require = (request) => {
    if (Object.hasOwn(provided, request)) return provided[request];
    throw new GuestError(
      /^\.\.?\//.test(request)
        ? `it asks for "${request}", and a bundle for rendering is one file: build it with optimize.LimitChunkCountPlugin({ maxChunks: 1 }) of webpack or Rspack`
        : `it asks for "${request}", which the host does not share`,
    );
  };
  compile(name)(module, module.exports, require);
  return module.exports;
}

const announce = (what) => say({ kind: 'step', what });

function loadFromHost(name, bundle, composerVersion) {
  announce('could not be loaded');
  const hostExport = evaluate(bundle)[name];
  if (hostExport?.version === composerVersion) return hostExport;
  throw new GuestError(
    `its ${name} has version ${hostExport?.version ?? 'none'}, and this release tool knows version ${composerVersion}; publish a newer host, or use the release tool of its time`,
  );
}

/** Lists each distinct list of parts only once, since all pages of a row of data have the same. */
function withSharedParts(modules) {
  const lists = new Map();
  const named = modules.map(({ parts, ...module }) => {
    if (parts === undefined) return module;
    const text = JSON.stringify(parts);
    if (!lists.has(text)) lists.set(text, [lists.size, parts]);
    return { ...module, parts: lists.get(text)[0] };
  });
  return { modules: named, parts: [...lists.values()].map(([, parts]) => parts) };
}

async function runComposer({ manifests, site, composerVersion }) {
  const composer = loadFromHost('composer', 'host/server.cjs', composerVersion);
  const releases = Object.entries(manifests).map(([app, manifest]) => [
    app,
    { manifest, readFile: (file) => read(app, file) },
  ]);
  const hash = (text) => askAbout(String(text), 'sha256');
  // Pages are sent one by one, since a message with the text of all would be copied several times.
  const takePage = (address, html) => say({ kind: 'page', address }, `${html}`);
  const input = {
    ...site,
    releases: Object.fromEntries(releases),
    hash,
    announce,
    takePage,
    headOf,
  };
  const plan = await composer.plan(input);
  if (!('modules' in plan)) return plan;
  say({ kind: 'plan', ...withSharedParts(plan.modules) });
  const { pages = {}, ...output } = await composer.compose(input);
  for (const [address, html] of Object.entries(pages)) takePage(address, html);
  return output;
}

async function renderModules({ app, modules, composerVersion }) {
  const renderer = loadFromHost('renderer', 'host/renderer.cjs', composerVersion);
  announce('could not be loaded');
  const bundle = await evaluate(`${app}/server.cjs`, watchContexts(renderer.provided));
  const markups = {};
  for (const module of modules) {
    const { expose, address, name } = module;
    announce(`could not render ${expose}${address === undefined ? '' : ` for ${address}`}`);
    markups[name] = await renderer.renderModule(bundle, module);
    // The head is returned as JSON, beside the markup.
    const head = module.isPage ? await renderer.headOf?.(bundle, module) : undefined;
    if (head !== undefined) markups[`${name}?head`] = JSON.stringify(head);
  }
  return markups;
}

export function start(json) {
  const task = JSON.parse(json);
  const work = task.kind === 'compose' ? runComposer : renderModules;
  work(task).then((output) => say({ kind: 'done', output }), fail);
}

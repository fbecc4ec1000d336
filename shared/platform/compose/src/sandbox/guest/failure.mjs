import { say } from './host-functions.mjs';

/** Thrown by the platform and not by a release's code, so its message needs no name of an error. */
export class ReleaseError extends Error {}

const noNetwork =
  'pages are composed without a network: show what the props bring, and call from an effect, in the browser';

/** Names that code of browsers or Node's may use, and this platform does not have → what to do. */
const absent = {
  fetch: noNetwork,
  XMLHttpRequest: noNetwork,
  WebSocket: noNetwork,
  EventSource: noNetwork,
  Request: noNetwork,
  Response: noNetwork,
  crypto: 'the same releases must give the same page: make keys and random values in an effect',
  process:
    'there is none where pages are composed: let the build replace process.env.NODE_ENV, and take settings from the props',
  Buffer: 'it is Node’s own: use Uint8Array with TextEncoder, TextDecoder, atob and btoa',
  WeakRef: 'what is collected, and when, differs from page to page',
  FinalizationRegistry: 'what is collected, and when, differs from page to page',
};

/** Names that are read of nothing where a release brings a second copy → advice. */
const twice = [
  [
    /'use[A-Z]\w*' of (?:null|undefined)/,
    'a hook of another React than the host’s: leave react and react-dom out of the build, as what is shared (peerDependencies)',
  ],
];

/** Reading a property of null or undefined, or taking it apart. */
const readsNothing = /^cannot (?:convert to object|read property .* of (?:null|undefined))$/;
/** Name of the context that was read last, where it gave nothing, and null or undefined. */
let emptyContext = null;

/** Packages for a bundle. React among them remembers the context without a Provider, for advice. */
export function watchContexts(provided) {
  const { react } = provided;
  const watched = (read) => (from) => {
    const value = read(from);
    const isEmpty = value === null || value === undefined;
    emptyContext = isEmpty && typeof from.then !== 'function' ? [from.displayName, value] : null;
    return value;
  };
  if (!react?.useContext) return provided;
  const { useContext, use } = react;
  return { ...provided, react: { ...react, useContext: watched(useContext), use: watched(use) } };
}

function adviceOnContext([name = '…', value]) {
  if (name === 'Navigation' || name === 'Location')
    return 'a part of a router, as <Link>, asks for the router, which is the host’s: use plain links, with the addresses that "links" offers';
  return `useContext(${name}) gave ${value}: no Provider of it is around the module, which is rendered by itself; put one into the module, or give createContext a default`;
}

/** Advice on a missing global or context; '' for unknown ones. */
function adviceOn({ name, message }) {
  const [, absentName] = /^'?([\w$]+)'? is not defined/.exec(message) ?? [];
  if (emptyContext && readsNothing.test(message)) return `; ${adviceOnContext(emptyContext)}`;
  const [, other] = twice.find(([known]) => known.test(message)) ?? [];
  if (other) return `; ${other}`;
  const isKnown = name === 'ReferenceError' && Object.hasOwn(absent, absentName ?? '');
  return isKnown ? `; ${absent[absentName]}` : '';
}

/** Characters of an error's stack. */
const maxStackLength = 10_000;

/** Ends this guest with the reason of an error and its stack. */
export function fail(error) {
  // A thrown value comes from the release: even its name may be a getter that throws.
  let reason = 'it threw something that cannot be shown';
  let stack = '';
  try {
    const { name, message } = Object(error);
    reason = error instanceof ReleaseError ? message : `${name}: ${message}${adviceOn(error)}`;
    if (!(error instanceof Error)) reason = String(error);
    stack = `${name}: ${message}\n${error?.stack ?? ''}`.slice(0, maxStackLength);
  } catch {
    // `reason` and `stack` keep what was read before this failed.
  }
  say({ kind: 'failed', reason, stack });
}

import { say } from './host-functions.mjs';

/** An error that this platform throws. Its message is shown without the name of the error. */
export class GuestError extends Error {}

const noNetwork =
  'pages are composed without a network: show what the props bring, and call from an effect, in the browser';

/** Globals of browsers or Node that this platform lacks → advice. */
const missingGlobals = {
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

/** Messages of errors that a second copy of a shared package causes → advice. */
const secondCopyErrors = [
  [
    /'use[A-Z]\w*' of (?:null|undefined)/,
    'a hook of another React than the host’s: leave react and react-dom out of the build, as what is shared (peerDependencies)',
  ],
];

/** Matches QuickJS's messages for reading a property of null or undefined, or destructuring it. */
const nullAccess = /^cannot (?:convert to object|read property .* of (?:null|undefined))$/;
/** Name and value of the context that was read last, if the value was null or undefined. */
let emptyContext = null;

/** Wraps React's `useContext` and `use` to remember a context without a Provider, for `adviceOnContext`. */
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
    return 'a component of the router, such as <Link>, needs the host’s router, which a remote does not have: use plain links, with the addresses in "links"';
  return `useContext(${name}) gave ${value}: the module is rendered by itself, without a Provider around it; put one into the module, or give createContext a default`;
}

/** @returns advice on an error; '' if there is none */
function adviceOn({ name, message }) {
  const [, missingName] = /^'?([\w$]+)'? is not defined/.exec(message) ?? [];
  if (emptyContext && nullAccess.test(message)) return `; ${adviceOnContext(emptyContext)}`;
  const [, other] = secondCopyErrors.find(([known]) => known.test(message)) ?? [];
  if (other) return `; ${other}`;
  const isKnown = name === 'ReferenceError' && Object.hasOwn(missingGlobals, missingName ?? '');
  return isKnown ? `; ${missingGlobals[missingName]}` : '';
}

/** Characters of an error's stack. */
const maxStackLength = 10_000;

/** Ends this guest with the message and the stack of an error. */
export function fail(error) {
  // The release may throw any value: even its name may be a getter that throws.
  let reason = 'it threw something that cannot be shown';
  let stack = '';
  try {
    const { name, message } = Object(error);
    reason = error instanceof GuestError ? message : `${name}: ${message}${adviceOn(error)}`;
    if (!(error instanceof Error)) reason = String(error);
    stack = `${name}: ${message}\n${error?.stack ?? ''}`.slice(0, maxStackLength);
  } catch {
    // `reason` and `stack` keep the values that they had before.
  }
  say({ kind: 'failed', reason, stack });
}

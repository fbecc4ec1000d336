import React from 'react';
import * as compilerRuntime from 'react/compiler-runtime';
import ReactDOM from 'react-dom';
import jsxRuntime from 'react/jsx-runtime';
import { internals } from './react-internals';
import { leaveOutHoisted } from './hoisted-elements';

/** Packages by request: remotes get them by the federation runtime, in compose by `require`. */
export type SharedPackages = Readonly<Record<string, object>>;

/**
 * `React.lazy` keeps the failure of its chunk for ever, so “Try again” would never succeed. This one loads again
 * after the next press. It must not by itself: React renders what has thrown once more, so it would load without end.
 */
const lazy: typeof React.lazy = (load) => {
  const attempt = () => {
    const loading = load();
    const retry = () => Object.assign(part, React.lazy(attempt));
    loading.catch(() => window.addEventListener('click', retry, { capture: true, once: true }));
    return loading;
  };
  const part = React.lazy(attempt);
  return part;
};

/** @throws Error always: a script or a sheet beside a remote's release would be the whole page's, and nobody's */
function preinit(): never {
  throw new Error('import it in place of preinit');
}

const createPortal: typeof ReactDOM.createPortal = (children, container, key) => {
  // The remote is found by the stack of this call.
  if (!Object.hasOwn(container, 'getRootNode')) leaveOutHoisted(container, reportError);
  return ReactDOM.createPortal(children, container, key);
};

/** Packages that every host shares with remotes, beside packages of its site's own. */
export const sharedReact: SharedPackages = {
  react: { ...React, lazy },
  'react/jsx-runtime': jsxRuntime,
  // Imported by what React Compiler writes.
  'react/compiler-runtime': { ...compilerRuntime },
  'react-dom': { ...ReactDOM, createPortal, preinit, preinitModule: preinit },
};

/** Packages that the host registers with the federation runtime: its own copies, which are loaded already. */
export const sharedPackages = (packages: SharedPackages) =>
  Object.fromEntries(
    Object.entries(packages).map(([request, library]) => {
      const version = __PROVIDED_VERSIONS__[request] ?? '0.0.0';
      const lib = () => library;
      // Both `lib` and `get`: from `lib` alone the runtime makes a promise. The container of webpack’s own plugin, if
      // its entry holds the exposed module, needs shared packages at once.
      const get = () => lib;
      const shareConfig = { singleton: true, requiredVersion: version };
      return [request, { version, lib, get, shareConfig }];
    }),
  );

/**
 * Lets what inherits from a prototype have a property of the same name, as classes do that were compiled for older
 * browsers: `Sub.prototype.constructor = Sub` throws where the inherited one is read-only.
 */
function letOverride(prototype: object, name: string, { value, enumerable }: PropertyDescriptor) {
  Object.defineProperty(prototype, name, {
    enumerable: enumerable === true,
    get: () => value as unknown,
    set(this: object, own: unknown) {
      if (this === prototype) throw new TypeError(`${name} is shared: it cannot be changed`);
      Object.defineProperty(this, name, {
        ...{ value: own, writable: true, enumerable: true, configurable: true },
      });
    },
  });
}

const isObject = (value: unknown): value is object => Object(value) === value;

function protect(name: string, value: unknown, seen: Set<unknown>): void {
  if (!isObject(value) || seen.has(value)) return;
  seen.add(value);
  if (name.includes(internals)) {
    Object.seal(value);
    return;
  }
  const parts = Object.entries(Object.getOwnPropertyDescriptors(value));
  for (const [part, descriptor] of parts) {
    protect(part, descriptor.value, seen);
    if (name === 'prototype' && descriptor.configurable) letOverride(value, part, descriptor);
  }
  Object.freeze(value);
}

/**
 * Freezes the shared packages with all that they lead to: a remote that changed one would change it for all others.
 * React's internals are sealed, since React writes to them. Call it before the first remote runs, and ever again.
 */
export function protectShared(packages: SharedPackages): void {
  const seen = new Set<unknown>();
  for (const namespace of Object.values(packages)) {
    // A namespace has its exports behind getters.
    for (const [name, part] of Object.entries(namespace)) protect(name, part, seen);
    Object.freeze(namespace);
  }
}

import React from 'react';
import * as compilerRuntime from 'react/compiler-runtime';
import ReactDOM from 'react-dom';
import jsxRuntime from 'react/jsx-runtime';
import { leaveOutHoisted } from './hoisted-elements';

/** Packages by request: remotes get them by the federation runtime, in compose by `require`. */
export type SharedPackages = Readonly<Record<string, object>>;

/**
 * `React.lazy` keeps the failure of its chunk for ever, so “Try again” would never succeed. This one loads again after
 * the next press, and not before: React renders again after an error, so it would load without end.
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

const createPortal: typeof ReactDOM.createPortal = (children, container, key) => {
  // The remote is found by the stack of this call.
  if (!Object.hasOwn(container, 'getRootNode')) leaveOutHoisted(container, reportError);
  return ReactDOM.createPortal(children, container, key);
};

/** Packages that every host shares with remotes, beside packages of its site's own. */
export const sharedReact: SharedPackages = {
  react: { ...React, lazy },
  'react/jsx-runtime': jsxRuntime,
  // Imported by the output of React Compiler.
  'react/compiler-runtime': { ...compilerRuntime },
  'react-dom': { ...ReactDOM, createPortal },
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

import React from 'react';
import * as compilerRuntime from 'react/compiler-runtime';
import ReactDOM from 'react-dom';
import jsxRuntime from 'react/jsx-runtime';
import { leaveOutHoisted } from './hoisted-elements';

/** Packages by request. Remotes get them from the federation runtime, and while composing from `require`. */
export type SharedPackages = Readonly<Record<string, object>>;

/**
 * Replaces `React.lazy`, which never retries a failed chunk, so “Try again” could never succeed. This version loads the
 * chunk again after the visitor's next press. It does not retry earlier: React renders again after an error, so it would
 * load endlessly.
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
  // The report finds the remote by the stack of this call.
  if (!Object.hasOwn(container, 'getRootNode')) leaveOutHoisted(container, reportError);
  return ReactDOM.createPortal(children, container, key);
};

/** Packages that every host shares with remotes, in addition to the site's own. */
export const sharedReact: SharedPackages = {
  react: { ...React, lazy },
  'react/jsx-runtime': jsxRuntime,
  // Imported by the output of React Compiler.
  'react/compiler-runtime': { ...compilerRuntime },
  'react-dom': { ...ReactDOM, createPortal },
};

/** Returns the share configuration of the federation runtime for the host's copies, which are loaded already. */
export const shareConfigs = (packages: SharedPackages) =>
  Object.fromEntries(
    Object.entries(packages).map(([request, library]) => {
      const version = __SHARED_VERSIONS__[request] ?? '0.0.0';
      const lib = () => library;
      // `get` is needed as well as `lib`: with only `lib` the runtime returns a promise, but a container of webpack's own
      // plugin needs shared packages synchronously if its entry contains the exposed module.
      const get = () => lib;
      const shareConfig = { singleton: true, requiredVersion: version };
      return [request, { version, lib, get, shareConfig }];
    }),
  );

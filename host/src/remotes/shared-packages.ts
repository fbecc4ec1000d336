import React from 'react';
import ReactDOM from 'react-dom';
import jsxRuntime from 'react/jsx-runtime';
import * as plans from '@shopwright/shared/contracts/plans';
import * as toasts from '@shopwright/shared/toasts';

/**
 * The shared packages by request, as the host hands them to every remote: in the browser through the
 * federation runtime, in compose through `require`. One copy of each in a page.
 */
export const provided: Readonly<Record<string, object>> = {
  react: React,
  'react/jsx-runtime': jsxRuntime,
  'react-dom': ReactDOM,
  '@shopwright/shared/toasts': toasts,
  '@shopwright/shared/contracts/plans': plans,
};

/** What the host registers with the federation runtime: its own copies, which are loaded already. */
export const sharedPackages = () =>
  Object.fromEntries(
    Object.entries(provided).map(([request, library]) => {
      const version = __PROVIDED_VERSIONS__[request] ?? '0.0.0';
      const lib = () => library;
      // Both: of `lib` alone the runtime makes a promise, and the container of webpack's own plugin, where its
      // entry has the exposed module in it, takes what is shared at once.
      const get = () => lib;
      const shareConfig = { singleton: true, requiredVersion: version };
      return [request, { version, lib, get, shareConfig }];
    }),
  );

/** What React and React DOM keep for each other on their exports, and write to while they run. */
const internals = '_INTERNALS_DO_NOT_USE_';

function protect(value: unknown, seen: Set<unknown>): void {
  if (Object(value) !== value || seen.has(value)) return;
  seen.add(value);
  const parts = Object.getOwnPropertyDescriptors(value);
  for (const [name, part] of Object.entries(parts)) protectPart(name, part.value, seen);
  Object.freeze(value);
}

function protectPart(name: string, part: unknown, seen: Set<unknown>): void {
  if (name.includes(internals)) Object.seal(part);
  else protect(part, seen);
}

/**
 * Freezes the shared packages with everything that they lead to: a remote that changed one would change it
 * for all others. React's internals are sealed, since React writes to them: their values change, but nothing
 * can be put in the way of one. Call it before the first remote runs, and again as often as you like.
 */
export function protectShared(): void {
  const seen = new Set<unknown>();
  for (const namespace of Object.values(provided)) {
    // A namespace has its exports behind getters.
    for (const [name, part] of Object.entries(namespace)) protectPart(name, part, seen);
    Object.freeze(namespace);
  }
}

import * as React from 'react';
import * as ReactDOM from 'react-dom';
import * as jsxRuntime from 'react/jsx-runtime';
import * as plans from 'shared/contracts/plans';
import * as toasts from 'shared/toasts';

/**
 * The shared packages by request, as the host hands them to every remote: in the browser through the
 * share scope, in compose through `require`. One copy of each in a page.
 */
export const provided: Readonly<Record<string, unknown>> = {
  react: React,
  'react/jsx-runtime': jsxRuntime,
  'react-dom': ReactDOM,
  'shared/toasts': toasts,
  'shared/contracts/plans': plans,
};

/**
 * The share scope that every remote of this page is initialized with: the host's own copies, already
 * loaded. There is nothing to negotiate, since one app provides and compose has checked the ranges; so
 * the part of the federation runtime that does it is left out of the build (3 KB).
 * @returns shared request → version → where it is: webpack's contract between containers
 */
export function createShareScope() {
  return Object.fromEntries(
    Object.entries(provided).map(([request, library]) => [
      request,
      {
        [__PROVIDED_VERSIONS__[request] ?? '0.0.0']: {
          get: () => () => library,
          loaded: 1,
          eager: true,
          from: 'host',
        },
      },
    ]),
  );
}

export type ShareScope = ReturnType<typeof createShareScope>;

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

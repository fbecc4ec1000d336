import * as runtime from 'react/jsx-runtime';

let onClick: (() => void) | null = null;

/** Gives every input that the remote renders from now on this handler. */
export function onInputClick(handler: () => void): void {
  onClick = handler;
}

const withHandler =
  (create: typeof runtime.jsx): typeof runtime.jsx =>
  (type, props, key) =>
    create(type, type === 'input' && onClick ? Object.assign({}, props, { onClick }) : props, key);

/*
 * The JSX runtime that the faulty remotes are built with. It is React's own, but for the handler that a
 * fault may put into the remote's markup without knowing its components.
 */
export const jsx = withHandler(runtime.jsx);
export const jsxs = withHandler(runtime.jsxs);
export const { Fragment } = runtime;

import globals from 'globals';

/** Adds advice to the reason of a failure if a global is missing that only browsers have. */
export function adviseOnGlobal(reason: string): string {
  const [, name = ''] = /^ReferenceError: '?([\w$]+)'? is not defined$/.exec(reason) ?? [];
  const isOfBrowsers = Object.hasOwn(globals.browser, name);
  return isOfBrowsers
    ? `${reason}; it is there in browsers alone: use it in an effect, or import(…) there what needs it as it loads`
    : reason;
}

import globals from 'globals';

/** The reason why a module failed, with what to do where it asked for a global that browsers alone have. */
export function adviseOnGlobal(reason: string): string {
  const [, name = ''] = /^ReferenceError: '?([\w$]+)'? is not defined$/.exec(reason) ?? [];
  const isOfBrowsers = Object.hasOwn(globals.browser, name);
  return isOfBrowsers
    ? `${reason}; it is there in browsers alone: use it in an effect, or import(…) there what needs it as it loads`
    : reason;
}

type AnyFunction = (...args: never[]) => unknown;

/**
 * Returns a script whose value is the result of a function in a page of a browser. Functions go to the page as text, so
 * they may use each other and the page, but nothing else.
 * @param helpers the other functions that `main` uses
 * @param args JSON
 */
export function createPageScript<Args extends readonly unknown[]>(
  main: (...args: Args) => unknown,
  helpers: readonly AnyFunction[],
  ...args: Args
): string {
  const functions = [...helpers, main].map(String).join('\n');
  const list = args.map((value) => JSON.stringify(value)).join(', ');
  return `(() => { ${functions}\nreturn ${main.name}(${list}); })()`;
}

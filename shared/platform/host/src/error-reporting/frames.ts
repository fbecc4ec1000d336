const assetAddress = /\/assets\/([\w-]+)\//g;

/**
 * The app whose file a stack or an address names. A remote’s file wins over the host’s: an error of a remote that React
 * or a shared package calls is thrown in a file of the host.
 * @returns null when no file of this site is named: an extension's script, the console
 */
export function appIn(text: string | null | undefined): string | null {
  const apps = [...(text ?? '').matchAll(assetAddress)].map(([, app]) => app);
  return apps.find((app) => app !== 'host') ?? apps[0] ?? null;
}

/** Stack frames in the site's own files, as '<app>/<file>:<line>:<column>'. */
export function framesOf(stack: string, limit: number): string[] {
  const assetPosition = /\/assets\/([\w-]+\/[\w./-]{1,100}\.js)(?:\?\w+=\d+)?(:\d{1,7}:\d{1,8})/g;
  return [...stack.matchAll(assetPosition)]
    .slice(0, limit)
    .map(([, file = '', at = '']) => file + at);
}

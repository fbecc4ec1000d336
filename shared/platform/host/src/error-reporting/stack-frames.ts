const assetAddress = /\/assets\/([\w-]+)\//g;

/**
 * Returns the app whose file a stack or an address names. A remote's file takes precedence over the host's: if React or a
 * shared package calls a remote, the error may be thrown in a file of the host.
 * @returns null if the text names no file of this site, but for instance an extension's script
 */
export function appIn(text: string | null | undefined): string | null {
  const apps = [...(text ?? '').matchAll(assetAddress)].map(([, app]) => app);
  return apps.find((app) => app !== 'host') ?? apps[0] ?? null;
}

/** Returns the stack frames in the site's own files, each as '<app>/<file>:<line>:<column>'. */
export function framesOf(stack: string, limit: number): string[] {
  const assetPosition = /\/assets\/([\w-]+\/[\w./-]{1,100}\.js)(?:\?\w+=\d+)?(:\d{1,7}:\d{1,8})/g;
  return [...stack.matchAll(assetPosition)]
    .slice(0, limit)
    .map(([, file = '', position = '']) => file + position);
}

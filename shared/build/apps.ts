/**
 * The one table of apps. Build, dev servers, release, compose and the boundary check read it;
 * nothing else lists the apps.
 */
export interface App {
  /** Federation name, asset folder and class name prefix. */
  readonly name: string;
  /** Workspace folder. */
  readonly folder: string;
  /** Port of the app's own dev server. */
  readonly port: number;
  /** Federation expose key → module, relative to the folder. Empty for the host. */
  readonly exposes: Readonly<Record<string, string>>;
}

export const hostApp: App = { name: 'host', folder: 'host', port: 3000, exposes: {} };

export const remoteApps: readonly App[] = [
  {
    name: 'pricing',
    folder: 'remote-pricing',
    port: 3001,
    exposes: { './PricingSection': './src/PricingSection' },
  },
  {
    name: 'signup',
    folder: 'remote-signup',
    port: 3002,
    exposes: { './SignupPage': './src/SignupPage' },
  },
];

export const apps: readonly App[] = [hostApp, ...remoteApps];

/** @throws Error naming the known apps when `name` is not one of them */
export function appNamed(name: string): App {
  const app = apps.find((candidate) => candidate.name === name);
  if (!app) {
    throw new Error(`There is no app "${name}"; the apps are ${apps.map((a) => a.name).join(', ')}.`);
  }
  return app;
}

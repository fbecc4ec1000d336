import { tablesPath } from '../../src/contracts/plans';

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
  /** GET calls made as soon as the app stands in a page; compose preloads them. */
  readonly calls: readonly string[];
}

/** The host's; those of the remotes follow. DEV_PORT moves them all, and scripts/environment checks it. */
const devPort = Number(process.env['DEV_PORT'] ?? 3000);

export const hostApp: App = {
  name: 'host',
  folder: 'host',
  port: devPort,
  exposes: {},
  calls: [],
};

export const remoteApps: readonly App[] = [
  {
    name: 'pricing',
    folder: 'remote-pricing',
    port: devPort + 1,
    exposes: { './PricingSection': './src/PricingSection' },
    calls: [tablesPath],
  },
  {
    name: 'signup',
    folder: 'remote-signup',
    port: devPort + 2,
    exposes: { './SignupPage': './src/SignupPage' },
    calls: [],
  },
];

export const apps: readonly App[] = [hostApp, ...remoteApps];

/** Address of an app's own dev server. */
export const devOrigin = (app: App): string => `http://localhost:${app.port}`;

/** @throws Error naming those that can be meant when `name` is not one of them */
export function appNamed(name: string, among = apps): App {
  const app = among.find((candidate) => candidate.name === name);
  if (app) return app;
  const names = among.map((candidate) => candidate.name).join(', ');
  throw new Error(`"${name}" is not one of these apps: ${names}.`);
}

import type { Handler } from './handlers';

/** Answers the requests whose path matches; the first rule that does counts. */
export interface Rule {
  readonly on: RegExp;
  readonly handler: Handler;
  /** It stays in force when the fault is repaired. */
  readonly stays?: true;
}

export interface Fault {
  /** Also in its address: http://<name>--<number>.localhost:<port>. */
  readonly name: string;
  /** What is wrong, in a sentence. */
  readonly broken: string;
  /** What a visitor must see. */
  readonly seen: string;
  /** The page on which it is seen. */
  readonly page: string;
  readonly rules: readonly Rule[];
  /** How it ends: the server is repaired, or it ends in the page with the second "Try again". */
  readonly ends: 'when repaired' | 'at the second press' | 'never';
  /** Of a fault in code: file, number and text of the line that was made to fail. */
  readonly line?: string;
}

/** How a visitor comes to the remote: in the page as it was composed, or by a link of another page. */
export const scenarios = ['first load', 'navigation'] as const;
export type Scenario = (typeof scenarios)[number];

/**
 * What the tests expect of a remote's fault.
 * `static`: the prerendered nodes stay, with a notice and "Try again".
 * `clone`: a copy of them takes their place, with the notice. `working`: nothing is seen of it.
 */
export type Expectation = 'static' | 'clone' | 'working';

export interface RemoteFault extends Fault {
  readonly remote: 'pricing' | 'signup';
  readonly expectation: Expectation;
  readonly scenarios: readonly Scenario[];
  /** What the console line says was failing. */
  readonly stage: string;
  /** Milliseconds until the notice, where nothing fails but nothing comes either. */
  readonly timeout?: number;
}

/** Requests by their path. */
export const paths = {
  pages: /^\/(?:signup|terms|privacy-policy)?$/,
  entry: (app: string) => new RegExp(`^/assets/${app}/entry\\.\\w+\\.js$`),
  scripts: (app: string) => new RegExp(`^/assets/${app}/[^/]+\\.js$`),
  /** The exposed module of a faulty build (remotes/). */
  chunks: (app: string) => new RegExp(`^/assets/${app}/faulty-module\\.\\w+\\.js$`),
  styles: (app: string) => new RegExp(`^/assets/${app}/styles\\.\\w+\\.css$`),
  /** A script of the host by its name in the build. */
  host: (name: string) => new RegExp(`^/assets/host/${name}\\.\\w+\\.js$`),
  assets: /^\/assets\//,
  tables: /^\/subscription\//,
  create: /^\/manager\//,
} as const;

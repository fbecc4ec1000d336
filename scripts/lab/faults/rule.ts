import type { Treat } from './answers';

/** How requests are treated while a fault lasts; the first rule that matches counts. */
export interface Rule {
  readonly on: RegExp;
  readonly treat: Treat;
}

/** Kinds of requests by their path. */
export const files = {
  pages: /^\/(?:signup|terms|privacy-policy)?$/,
  entry: (app: string) => new RegExp(`^/assets/${app}/entry\\.\\w+\\.js$`),
  /** Every script of a remote but its container. */
  chunks: (app: string) => new RegExp(`^/assets/${app}/(?!entry\\.)[^/]+\\.js$`),
  styles: (app: string) => new RegExp(`^/assets/${app}/styles\\.\\w+\\.css$`),
  /** A script of the host by its name in the build. */
  host: (name: string) => new RegExp(`^/assets/host/${name}\\.\\w+\\.js$`),
  assets: /^\/assets\//,
  tables: /^\/subscription\//,
  create: /^\/manager\//,
} as const;

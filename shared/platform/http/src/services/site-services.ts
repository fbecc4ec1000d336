import type { SafeHtml } from '@remix-run/html-template';
import type { FastifyInstance } from 'fastify';
import type { UpstreamVariables, Upstreams } from '@composed/command/environment';
import type { HstsScope } from '@composed/contracts/headers';
import type { Metrics } from '../operations/metrics';
import type { Check } from '../operations/health';
import type { ShownReleases } from '../telemetry/shown-releases';

/** Returns the upstreams of a site whose services are all embedded. */
export const allEmbedded = (variables: UpstreamVariables): Upstreams =>
  Object.fromEntries(Object.keys(variables).map((name) => [name, null]));

/** Whether this server collects telemetry. A server without embedded services forwards it like every other call. */
export function isCollecting(upstreams: Upstreams): boolean {
  const addresses = Object.values(upstreams);
  return addresses.length === 0 || addresses.includes(null);
}

/** Options that a server passes to a site's services. */
export interface ServicesOptions {
  /** The folder of the database, or null for a database in memory. */
  readonly dataDir: string | null;
  /** The origin under which visitors reach the site, without a trailing slash. */
  readonly publicUrl: string;
  /** The addresses of real services. By default all services are embedded. */
  readonly upstreams?: Upstreams;
  /** The scope of Strict-Transport-Security. Default: this host. */
  readonly hsts?: HstsScope;
  /** Returns the releases that visitors get, or null when the site collects no telemetry here, which is the default. */
  readonly getShownReleases?: () => ShownReleases | null;
  readonly metrics?: Metrics | null;
  /** Data that replaces that of the database, by the name by which hosts request it. */
  readonly data?: Readonly<Record<string, { readonly value: unknown }>> | undefined;
  /** Registers something that the services need, with a check that rejects while it is unavailable. */
  readonly addReadinessCheck?: (name: string, check: Check) => void;
}

/** A page that a server creates, such as the status page. */
export interface ServerPage {
  readonly title: string;
  readonly body: SafeHtml;
  /** Default: the width of a form. */
  readonly width?: 'wide' | 'full';
}

/** The back end of a site, which the platform runs in the same server as the pages. */
export interface SiteServices {
  readonly variables: UpstreamVariables;
  /** The names of the embedded services' cookies, without the prefix `__Host-` that they have over TLS. */
  readonly cookies: readonly string[];
  /** The path prefixes of the embedded sign-in, which needs the site’s own origin. */
  readonly signInPrefixes: readonly string[];
  /** A Fastify plugin, for a server that was created with `serverOptions`. */
  readonly register: (fastify: FastifyInstance, options: ServicesOptions) => Promise<void>;
  /** Renders a complete page in the design of the site, without scripts and with an inline style sheet. */
  readonly layout: (page: ServerPage) => string;
  /** Returns name of data that hosts request → its address at a real service. */
  readonly dataAddresses: (upstreams: Upstreams) => Record<string, string>;
  /**
   * Reads data of the embedded services by name, without changing their database.
   * @param isFirst whether no data has been read before, so that a missing database counts as an empty one
   * @returns undefined for an unknown name
   * @throws Error when the database cannot be read, or has another schema version
   */
  readonly readEmbeddedData: (name: string, dataDir: string, isFirst: boolean) => Promise<unknown>;
}

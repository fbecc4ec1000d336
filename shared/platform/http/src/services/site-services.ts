import type { SafeHtml } from '@remix-run/html-template';
import type { FastifyInstance } from 'fastify';
import type { UpstreamVariables, Upstreams } from '@composed/command/environment';
import type { TransportScope } from '@composed/contracts/headers';
import type { Metrics } from '../operations/metrics';
import type { Check } from '../operations/health';
import type { Shown } from '../telemetry/counts';

/** The upstreams of a site whose services are all embedded. */
export const allEmbedded = (variables: UpstreamVariables): Upstreams =>
  Object.fromEntries(Object.keys(variables).map((name) => [name, null]));

/** Options that a server hands to the services beside the pages. */
export interface ServicesOptions {
  /** Folder of the database; null: in memory alone. */
  readonly dataDir: string | null;
  /** Origin under which visitors reach the site, without a trailing slash. */
  readonly publicUrl: string;
  /** Addresses of real services; default: all are embedded. */
  readonly upstreams?: Upstreams;
  /** How far browsers are told to keep to TLS; default: this host. */
  readonly hsts?: TransportScope;
  /** The releases that visitors get; by default, and with null, no telemetry is wanted. */
  readonly shown?: () => Shown | null;
  /** Counters of this server. */
  readonly metrics?: Metrics | null;
  /** Data that replaces what the database says, by the name under which hosts ask for it. */
  readonly data?: Readonly<Record<string, { readonly value: unknown }>> | undefined;
  /** Gets the name of each thing that the services need, and its check. */
  readonly need?: (name: string, check: Check) => void;
}

/** A page that a server makes itself, such as the one that says what is live. */
export interface ServerPage {
  readonly title: string;
  readonly body: SafeHtml;
  /** Default: as wide as a form. */
  readonly width?: 'wide' | 'full';
}

/** The back end of a site, which the platform runs beside the pages. */
export interface SiteServices {
  readonly variables: UpstreamVariables;
  /** Names of cookies of embedded services, `__Host-` before them over TLS. No real service gets them. */
  readonly cookies: readonly string[];
  /** Beginnings of the addresses of the embedded sign-in, which stands under the site’s own origin. */
  readonly signInPrefixes: readonly string[];
  /** A Fastify plugin, for a server made with `serverOptions`. */
  readonly register: (fastify: FastifyInstance, options: ServicesOptions) => Promise<void>;
  /** A whole page in the look of the site, without scripts, its style sheet inline. */
  readonly layout: (page: ServerPage) => string;
  /** Name of JSON that hosts ask for → address at the real services. */
  readonly dataAddresses: (upstreams: Upstreams) => Record<string, string>;
  /**
   * Data of the embedded services by its name. Their database in this folder is only read.
   * @param isFirst whether none was ever read: then a missing database counts as a new one
   * @returns undefined for a name without data
   * @throws Error when the database cannot be read, or is of another version
   */
  readonly readEmbeddedData: (name: string, dataDir: string, isFirst: boolean) => Promise<unknown>;
}

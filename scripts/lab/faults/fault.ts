/** Responds instead of the real site, which `real` requests. `Response.error()` closes the connection. */
export type Handler = (real: () => Promise<Response>, path: string) => Promise<Response>;

/** A handler, with the paths of the requests that it handles. */
export interface Cause {
  readonly on: RegExp;
  readonly handler: Handler;
  /** Set for a fault that cannot be repaired. */
  readonly lasts?: true;
}

export interface Fault {
  /** A part of the fault's address: http://<name>--<number>.localhost:<port>. */
  readonly name: string;
  /** Describes the fault in a sentence. */
  readonly description: string;
  /** Describes the expected page. */
  readonly expected: string;
  /** The address of the page that shows the fault. */
  readonly page: string;
  readonly cause?: Cause;
  /** The remote whose faulty build (remotes/) replaces its release. */
  readonly faultyBuild?: string;
  /** Only for a fault in code: the failing line with its file and number. The fault ends at the second “Try again”. */
  readonly line?: string;
}

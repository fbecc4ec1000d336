/** Answers in place of the real site, which `real` asks; `Response.error()` breaks the connection. */
export type Handler = (real: () => Promise<Response>, path: string) => Promise<Response>;

/** The handler of the requests whose path matches. */
export interface Cause {
  readonly on: RegExp;
  readonly handler: Handler;
  /** Set if the fault outlasts the repair of the server. */
  readonly lasts?: true;
}

export interface Fault {
  /** Names the fault in its address: http://<name>--<number>.localhost:<port>. */
  readonly name: string;
  /** The fault, in a sentence. */
  readonly broken: string;
  /** The expected page. */
  readonly seen: string;
  /** The page on which it is seen. */
  readonly page: string;
  readonly cause?: Cause;
  /** The remote whose faulty build (remotes/) takes the place of its release. */
  readonly faultyBuild?: string;
  /** A fault in code: the line that was made to fail, with its file and line. It ends with the second “Try again”. */
  readonly line?: string;
}

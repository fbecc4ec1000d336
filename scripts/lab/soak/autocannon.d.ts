/** What is used here of the load generator, which has no types of its own. */
declare module 'autocannon' {
  interface Options {
    readonly url: string;
    readonly connections: number;
    /** Seconds. */
    readonly duration: number;
    /** Threads. */
    readonly workers: number;
    /** Requests of all connections in a second. */
    readonly overallRate?: number;
    readonly requests: readonly {
      readonly path: string;
      readonly method?: 'POST';
      readonly body?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }[];
  }
  interface Result {
    readonly requests: { readonly total: number; readonly average: number };
    readonly latency: { readonly p50: number; readonly p99: number };
    readonly errors: number;
    readonly timeouts: number;
    readonly non2xx: number;
  }
  export default function autocannon(options: Options): Promise<Result>;
}

/** What is used here of the load generator, which has no types of its own. */
declare module 'autocannon' {
  namespace autocannon {
    interface Options {
      readonly url: string;
      readonly connections?: number;
      /** Seconds. */
      readonly duration: number;
      /** Threads. */
      readonly workers?: number;
      /** Requests of all connections in a second. */
      readonly overallRate?: number;
      readonly method?: 'POST';
      readonly body?: string;
      readonly headers?: Readonly<Record<string, string>>;
      readonly requests?: readonly { readonly path: string }[];
    }
    interface Result {
      readonly requests: { readonly total: number; readonly average: number };
      readonly latency: { readonly p50: number; readonly p99: number };
      readonly errors: number;
      readonly timeouts: number;
      readonly non2xx: number;
    }
  }
  function autocannon(options: autocannon.Options): Promise<autocannon.Result>;
  export default autocannon;
}

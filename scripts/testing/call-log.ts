import type { BrowserContext, Request } from '@playwright/test';

/** Files of releases, and what browsers look for at the root of any site by themselves. */
const asset = /^\/assets\/|^\/(?:favicon\.\w+|apple-touch-icon\.png|site\.webmanifest)$/;

/** Every request of one test's pages that is not for a file of the site: pages and calls, in order. */
export class CallLog {
  readonly #requests: Request[] = [];

  watch(context: BrowserContext): void {
    context.on('request', (request) => {
      if (/^https?:/.test(request.url()) && !asset.test(new URL(request.url()).pathname)) {
        this.#requests.push(request);
      }
    });
  }

  /** Such as `GET /signup`; another origin's with the whole address. */
  list(origin: string): string[] {
    return this.#requests.map((request) => {
      const url = request.url();
      const address = url.startsWith(`${origin}/`) ? url.slice(origin.length) : url;
      return `${request.method()} ${address}`;
    });
  }

  /** The requests of one method to one path. */
  of(method: string, path: string): Request[] {
    return this.#requests.filter(
      (request) => request.method() === method && new URL(request.url()).pathname === path,
    );
  }
}

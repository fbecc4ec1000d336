import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { cookieValue, isSameSecret } from '@composed/http/cookies/cookie-value';
import { listFaults, readVisits } from '@composed/release/stacks/faults';
import { readLedger } from '@composed/release/ledger';
import { createSiteReport } from '@composed/release/inspect/reports/site-report';
import { formatPosition, Resolver } from '@composed/release/stacks/resolver';
import type { Store } from '@composed/release/store';
import { statusCookie } from '@composed/http/cookies/status-cookie';
import type { SiteServices } from '@composed/http/services/site-services';
import { type SiteStatus, renderStatusPage } from './render-status';

export const statusPath = '/_site';

/**
 * Resolves a stack to a source position, for the overlay of a preview: `?at=<frame>` for each frame, innermost first.
 */
export const linePath = '/_site/line';

const minute = 60_000;

const ownNames = ['localhost', '127.0.0.1', '[::1]'];
const forwardingHeaders = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'];

/**
 * Whether a request comes from this machine: from a loopback address, without a proxy's headers. The host name must be
 * that of this machine, since another site's name could resolve to it (DNS rebinding).
 */
function isLocal({ raw, headers }: FastifyRequest): boolean {
  const address = raw.socket.remoteAddress ?? '';
  return (
    !forwardingHeaders.some((name) => name in headers) &&
    ownNames.includes((headers.host ?? '').replace(/:\d+$/, '')) &&
    ipaddr.isValid(address) &&
    ipaddr.process(address).range() === 'loopback'
  );
}

/**
 * Whether a header or a cookie contains the token. A token in the URL would end up in logs, so none is accepted there.
 */
function hasToken({ headers }: FastifyRequest, token: string | null): boolean {
  const bearer = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1];
  const secret = bearer ?? cookieValue(headers.cookie, statusCookie);
  return token !== null && secret !== null && isSameSecret(secret, token);
}

interface StatusPageOptions {
  readonly store: Store;
  readonly layout: SiteServices['layout'];
  readonly dataDir: string;
  /** Required from other machines and on a public site. Null: only this machine may see the page. */
  readonly token: string | null;
  /** Returns since when the store has not responded, or null while it responds. */
  readonly unavailableSince: () => Date | null;
  /** Returns why this server cannot judge canaries, as a sentence. */
  readonly problem: () => string | null;
  /** Whether this server is configured with a public address. The store's settings may name one, too. */
  readonly isPublic: boolean;
}

/**
 * Creates the handlers of the status page. The page is rendered again for each revision of the store, and each minute,
 * since it contains ages.
 * @returns `page`: renders the status page; `line`: resolves a fault of a preview to its source. Both return null for
 *   people who may not see them.
 */
export function createStatusPage({
  store,
  layout,
  dataDir,
  token,
  unavailableSince,
  problem,
  isPublic,
}: StatusPageOptions) {
  let latest = { key: '', html: '', status: null as SiteStatus | null };

  async function readStatus(): Promise<SiteStatus> {
    const visits = readVisits(dataDir);
    return {
      report: await createSiteReport(store),
      visits,
      faults: await listFaults(store, visits),
    };
  }

  /** Returns null for a person who may not see the page. */
  async function authorize(request: FastifyRequest) {
    const isTrusted = hasToken(request, token);
    if (!isTrusted && !isLocal(request)) return null;
    const unavailable = unavailableSince();
    const { revision, settings } =
      (unavailable ? latest.status?.report : await readLedger(store)) ?? {};
    // A proxy on this machine that sets no forwarding headers looks like a local client.
    if (!isTrusted && (isPublic || settings?.siteUrl != null)) return null;
    return { unavailable, revision };
  }

  return {
    async page(request: FastifyRequest): Promise<string | null> {
      const access = await authorize(request);
      if (!access) return null;
      const { unavailable, revision } = access;
      const currentMinute = Math.floor(Date.now() / minute);
      const key = `${revision} ${unavailable?.toISOString()} ${problem()} ${currentMinute}`;
      if (latest.key !== key) {
        const status = unavailable ? latest.status : await readStatus();
        const body = renderStatusPage(status, unavailable, problem());
        const html = layout({ title: 'What is live', width: 'full', body });
        latest = { key, html, status };
      }
      return latest.html;
    },
    async line(request: FastifyRequest): Promise<string | null> {
      if (!(await authorize(request))) return null;
      const frames = new URL(request.url, 'http://site').searchParams.getAll('at');
      const resolver = new Resolver(store, await readLedger(store));
      const position = await resolver.findOwnPosition(frames.join('\n'));
      return position && `${formatPosition(position)}\n${position.code}`;
    },
  };
}

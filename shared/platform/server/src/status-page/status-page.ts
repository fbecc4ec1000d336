import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { cookieValue, isSameSecret } from '@composed/http/cookies/xsrf';
import { listFaults, readVisits } from '@composed/release/inspect/stacks/faults';
import { readLedger } from '@composed/release/ledger';
import { siteReport } from '@composed/release/inspect/reports/site-report';
import { formatPosition, Resolver } from '@composed/release/inspect/stacks/resolve';
import type { Store } from '@composed/release/store';
import { statusCookie } from '@composed/http/calls/server-options';
import type { SiteServices } from '@composed/http/services/site-services';
import { type SiteStatus, renderSitePage } from './render-page';

/** The address of the status page. nginx asks the server for it as for everything else. */
export const statusPath = '/_site';

/** The address of the line of a fault, for the overlay of a preview: `?at=<frame of a beacon>`, innermost first. */
export const linePath = '/_site/line';

const minute = 60_000;

const ownNames = ['localhost', '127.0.0.1', '[::1]'];
const forwardingHeaders = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'];

/** Whether a person at this machine asks: without a proxy or tunnel, and not by the rebound name of another site. */
function isLocal({ raw, headers }: FastifyRequest): boolean {
  const address = raw.socket.remoteAddress ?? '';
  return (
    !forwardingHeaders.some((name) => name in headers) &&
    ownNames.includes((headers.host ?? '').replace(/:\d+$/, '')) &&
    ipaddr.isValid(address) &&
    ipaddr.process(address).range() === 'loopback'
  );
}

/** Whether a header or `statusCookie` holds the token. An address would end up in logs. */
function hasToken({ headers }: FastifyRequest, token: string | null): boolean {
  const bearer = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1];
  const secret = bearer ?? cookieValue(headers.cookie, statusCookie);
  return token !== null && secret !== null && isSameSecret(secret, token);
}

interface StatusPageOptions {
  readonly store: Store;
  readonly layout: SiteServices['layout'];
  readonly dataDir: string;
  /** Opens the page from elsewhere, and on a public site; null: only this machine may see it. */
  readonly token: string | null;
  /** Since when the store has not responded, if it does not. */
  readonly unavailableSince: () => Date | null;
  /** The reason, for people, that this server cannot judge canaries. */
  readonly problem: () => string | null;
  /** Whether this server has a public address, whatever the store says. */
  readonly isPublic: boolean;
}

/**
 * The status page, which is made anew for each revision of the store, and each minute for its ages.
 * @returns page: the status page; line: the source of a fault in a preview; both are null for strangers
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

  async function look(): Promise<SiteStatus> {
    const visits = readVisits(dataDir);
    return { report: await siteReport(store), visits, faults: await listFaults(store, visits) };
  }

  /** Facts for a person who may see the page; null for others. */
  async function admit(request: FastifyRequest) {
    const isTrusted = hasToken(request, token);
    if (!isTrusted && !isLocal(request)) return null;
    const unavailable = unavailableSince();
    const { revision, settings } =
      (unavailable ? latest.status?.report : await readLedger(store)) ?? {};
    // A web server in front that names no client looks like a person at this machine.
    if (!isTrusted && (isPublic || settings?.siteUrl != null)) return null;
    return { unavailable, revision };
  }

  return {
    async page(request: FastifyRequest): Promise<string | null> {
      const admitted = await admit(request);
      if (!admitted) return null;
      const { unavailable, revision } = admitted;
      const key = `${revision} ${unavailable?.toISOString()} ${problem()} ${Math.floor(Date.now() / minute)}`;
      if (latest.key !== key) {
        const status = unavailable ? latest.status : await look();
        const body = renderSitePage(status, unavailable, problem());
        const html = layout({ title: 'What is live', width: 'full', body });
        latest = { key, html, status };
      }
      return latest.html;
    },
    async line(request: FastifyRequest): Promise<string | null> {
      if (!(await admit(request))) return null;
      const frames = new URL(request.url, 'http://site').searchParams.getAll('at');
      const resolver = new Resolver(store, await readLedger(store));
      const position = await resolver.firstOwn(frames.join('\n'));
      return position && `${formatPosition(position)}\n${position.code}`;
    },
  };
}

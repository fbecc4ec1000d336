import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { cookieValue, isSameSecret } from '@composed/http/cookies/xsrf';
import { listFaults, readVisits } from '@composed/release/inspect/stacks/faults';
import { readLedger } from '@composed/release/ledger';
import { siteReport } from '@composed/release/inspect/reports/site-report';
import { createResolver, formatPlace } from '@composed/release/inspect/stacks/resolve';
import type { Store } from '@composed/release/store';
import { statusCookie } from '@composed/http/calls/server-options';
import type { SiteServices } from '@composed/http/services/site-services';
import { type Known, renderSitePage } from './page';

/** Where people see what is live. Of the embedded server only: the nginx configuration does not have it. */
export const statusPath = '/_site';

/** Where the overlay of a preview asks for the line of a fault: `?at=<frame of a beacon>`, innermost first. */
export const linePath = '/_site/line';

const minute = 60_000;

const ownNames = ['localhost', '127.0.0.1', '[::1]'];
const forwardingHeaders = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'];

/** A person at this machine: no proxy or tunnel in between, and no page of another site that was rebound to it. */
function isLocal({ raw, headers }: FastifyRequest): boolean {
  const address = raw.socket.remoteAddress ?? '';
  return (
    !forwardingHeaders.some((name) => name in headers) &&
    ownNames.includes((headers.host ?? '').replace(/:\d+$/, '')) &&
    ipaddr.isValid(address) &&
    ipaddr.process(address).range() === 'loopback'
  );
}

/** `Authorization: Bearer …`, or `statusCookie`; never the address, which ends up in logs. */
function hasToken({ headers }: FastifyRequest, token: string | null): boolean {
  const bearer = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1];
  const secret = bearer ?? cookieValue(headers.cookie, statusCookie);
  return token !== null && secret !== null && isSameSecret(secret, token);
}

interface StatusPageOptions {
  readonly store: Store;
  readonly layout: SiteServices['layout'];
  readonly dataDir: string;
  /** Opens the page from elsewhere, and on a public site. null: only this machine may see it. */
  readonly token: string | null;
  /** Since when the store has not answered, if it does not. */
  readonly unavailableSince: () => Date | null;
  /** Why this server cannot judge canaries, for people. */
  readonly problem: () => string | null;
  /** Whether this server has a public address, whatever the store says. */
  readonly isPublic: boolean;
}

/**
 * The page that says what is live, made anew for each revision of the store, and each minute for its ages.
 * @returns give the page, or the line that a fault of a preview came from, and null for everybody else
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
  let latest = { key: '', html: '', known: null as Known | null };

  async function look(): Promise<Known> {
    const visits = readVisits(dataDir);
    return { report: await siteReport(store), visits, faults: await listFaults(store, visits) };
  }

  /** Facts about the site, for who may know them. */
  async function admit(request: FastifyRequest) {
    const isTrusted = hasToken(request, token);
    if (!isTrusted && !isLocal(request)) return null;
    const unavailable = unavailableSince();
    const { revision, settings } =
      (unavailable ? latest.known?.report : await readLedger(store)) ?? {};
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
        const known = unavailable ? latest.known : await look();
        const body = renderSitePage(known, unavailable, problem());
        const html = layout({ title: 'What is live', width: 'full', body });
        latest = { key, html, known };
      }
      return latest.html;
    },
    async line(request: FastifyRequest): Promise<string | null> {
      if (!(await admit(request))) return null;
      const frames = new URL(request.url, 'http://site').searchParams.getAll('at');
      const { firstOwn } = createResolver(store, await readLedger(store));
      const place = await firstOwn(frames.join('\n'));
      return place && `${formatPlace(place)}\n${place.code}`;
    },
  };
}

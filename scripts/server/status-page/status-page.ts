import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { cookieValue, isSameSecret } from '../../http/xsrf';
import { type FaultReport, listFaults, readVisits } from '../../release/faults';
import { readLedger } from '../../release/ledger';
import { type SiteReport, siteReport } from '../../release/reports/site-report';
import type { Store } from '../../release/stores/store';
import { renderSitePage } from './page';

/** Where people see what is live. Of the embedded server only: the nginx configuration does not have it. */
export const statusPath = '/_site';

const minute = 60_000;

/** Somebody at this machine: no proxy or tunnel in between, and no page of another site that was rebound to it. */
function isLocal({ raw, headers }: FastifyRequest): boolean {
  const address = raw.socket.remoteAddress ?? '';
  const isForwarded = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'].some(
    (name) => name in headers,
  );
  const host = (headers.host ?? '').replace(/:\d+$/, '');
  return (
    !isForwarded &&
    ['localhost', '127.0.0.1', '[::1]'].includes(host) &&
    ipaddr.isValid(address) &&
    ipaddr.process(address).range() === 'loopback'
  );
}

/** `Authorization: Bearer …`, or the cookie `status_token`; never the address, which ends up in logs. */
function hasToken({ headers }: FastifyRequest, token: string | null): boolean {
  const bearer = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1];
  const given = bearer ?? cookieValue(headers.cookie, 'status_token');
  return token !== null && given !== null && isSameSecret(given, token);
}

/**
 * The page that says what is live, made anew for each revision of the store, and each minute for its ages.
 * @param awaySince since when the store has not answered, if it does not
 * @param problem why this server cannot judge canaries, for people
 * @param isPublic whether this server has a public address, whatever the store says
 * @param token opens it from elsewhere, and where the site has a public address; null: it is for a machine of
 *   one's own alone
 * @returns gives the page, or null for everybody else
 */
export function createStatusPage(
  store: Store,
  dataDir: string,
  token: string | null,
  awaySince: () => Date | null = () => null,
  problem: () => string | null = () => null,
  isPublic = false,
) {
  let made = {
    ...{ key: '', html: '', report: null as SiteReport | null },
    faults: [] as readonly FaultReport[],
  };
  return async function statusPage(request: FastifyRequest): Promise<string | null> {
    const isTrusted = hasToken(request, token);
    if (!isTrusted && !isLocal(request)) return null;
    const away = awaySince();
    const known = made.report;
    const { revision, settings } = (away ? known : await readLedger(store)) ?? {};
    // A web server in front that names nobody looks like somebody at this machine.
    if (!isTrusted && (isPublic || settings?.siteUrl != null)) return null;
    const key = `${revision} ${away?.toISOString()} ${problem()} ${Math.floor(Date.now() / minute)}`;
    if (made.key !== key) {
      const report = away ? known : await siteReport(store);
      const visits = readVisits(dataDir);
      const faults = away ? made.faults : await listFaults(store, visits);
      const html = renderSitePage(report, { visits, faults }, away, problem());
      made = { key, html, report, faults };
    }
    return made.html;
  };
}

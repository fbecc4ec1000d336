import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { tablesPath } from '@shopwright/shared/contracts/plans';
import { createAccountPath, xsrfTokenPath } from '@shopwright/shared/contracts/sign-up';
import { signalsPath } from '@shopwright/shared/contracts/signals';
import type { Upstreams } from '../environment';
import { transportOf, type TransportScope } from '../http/headers';
import type { Figures } from '../operations/figures';
import type { Check } from '../operations/health';
import { repeat } from '../operations/repeat';
import { openAccounts } from './accounts/accounts';
import { createPasswordHasher, type ScryptCost } from './accounts/passwords';
import { accountsRoute } from './accounts/route';
import { closeDatabase, openDatabase } from './database/open';
import { checkUpstream } from './forwarding/check-upstreams';
import { forward } from './forwarding/forward';
import { pruneIdentityRecords } from './identity/adapter';
import { cookieNames } from './identity/client';
import { identityMount } from './identity/mount';
import { identityKeys, identityProvider } from './identity/provider';
import { signInRoutes } from './identity/sign-in';
import { countTries, defaultLimits, type Limits } from './limits';
import { plansRoute } from './plans/plans';
import { redirectRoute } from './redirect/redirect';
import { upstreamTimeLimits } from './server-options';
import { judgeOf, signalCounts } from './signals/counts';
import { signalsRoute } from './signals/route';
import type { Shown } from './signals/shown';
import { readTransaction, relyingParty } from './store-ui/relying-party';
import { storeUiRoutes } from './store-ui/routes';
import { storeSessions } from './store-ui/sessions';

export interface ServicesOptions {
  /** Folder of the database. */
  readonly dataDir: string;
  /** Origin under which visitors reach the site, without a trailing slash. */
  readonly publicUrl: string;
  /** Where an address is given, that service is the real one; default: none is. */
  readonly upstreams?: Upstreams;
  /** How far browsers are told to keep to TLS; default: this host. */
  readonly hsts?: TransportScope;
  /** Overrides, for load tests. */
  readonly limits?: Partial<Limits>;
  /** Only for tests of other things; default: production's. */
  readonly passwordCost?: ScryptCost;
  /** Milliseconds until an upstream has to have begun its answer. */
  readonly upstreamTimeLimits?: typeof upstreamTimeLimits;
  /** What visitors get; default, and null: nobody's signals are wanted. */
  readonly shown?: () => Shown | null;
  /** Where is counted what is done here. */
  readonly figures?: Figures | null;
  /** Hears what the services need, and what looks whether it is there. */
  readonly need?: (part: string, check: Check) => void;
}

/** Whether this server counts signals itself: one that hands every call on hands them on too, to the manager. */
export function isCollecting(upstreams: Upstreams): boolean {
  return Object.values(upstreams).includes(null);
}

export const allEmbedded: Upstreams = { subscription: null, manager: null, storeUi: null };
const pruneEvery = 10 * 60 * 1000;
const flushEvery = 1000;

/**
 * The embedded services, or the way to the real ones. Register it on a server made with
 * `serverOptions`; it opens its database on registration, unless every service is a real one, and closes it
 * with the server.
 * @throws DatabaseError when the database cannot be used
 */
export async function services(fastify: FastifyInstance, options: ServicesOptions): Promise<void> {
  const { dataDir, publicUrl, upstreams = allEmbedded, figures, need } = options;
  for (const name of ['subscription', 'manager', 'storeUi'] as const) {
    const url = upstreams[name];
    if (url !== null) need?.(name, () => checkUpstream(name, url));
  }
  const timeLimits = options.upstreamTimeLimits ?? upstreamTimeLimits;
  const limits: Limits = { ...defaultLimits, ...options.limits };
  const calls = [
    { service: 'subscription', path: tablesPath, method: 'GET' },
    { service: 'manager', path: createAccountPath, method: 'POST' },
    { service: 'manager', path: xsrfTokenPath, method: 'GET' },
  ] as const;
  for (const { service, path, method } of calls) {
    const upstream = upstreams[service];
    if (upstream === null) continue;
    await fastify.register(forward, { upstream, path, method, timeLimit: timeLimits[service] });
  }

  const storeUi = upstreams.storeUi ?? publicUrl;
  await fastify.register(redirectRoute, { storeUi });
  // Who hands everything on has nothing to keep, and signals are another thing that visitors send.
  if (!isCollecting(upstreams)) {
    const call = { path: signalsPath, method: 'POST', timeLimit: timeLimits.manager } as const;
    await fastify.register(forward, { ...call, upstream: upstreams.manager ?? '' });
    return;
  }

  const database = openDatabase(dataDir);
  const passwords = createPasswordHasher(options.passwordCost);
  const accounts = openAccounts(database, passwords);
  need?.('database', async () => database.prepare('SELECT 1').get());
  figures?.gauge('sign_in_queue', 'Sign-ins that wait for their turn.', passwords.waiting);
  const counts = signalCounts(database);
  judgeOf(database);
  // What cannot be counted is lost; no visitor waits for it.
  const stopFlushing = repeat(flushEvery, () => counts.flush());
  fastify.addHook('onClose', async () => {
    await stopFlushing();
    await counts.flush().catch(() => undefined);
    closeDatabase(database);
  });
  const shown = options.shown ?? (() => null);
  const onFault = (app: string, release: string) => figures?.faults.inc({ app, release });
  await fastify.register(signalsRoute, { counts, limits, shown, onFault });
  if (upstreams.subscription === null) await fastify.register(plansRoute, { database });
  const transport = transportOf(publicUrl, options.hsts);
  const secure = transport !== null;
  if (upstreams.manager === null)
    await fastify.register(accountsRoute, { accounts, limits, secure });
  if (upstreams.storeUi !== null) return;

  const provider = identityProvider(database, accounts, publicUrl, transport);
  const site = { provider, publicUrl, transport };
  const { clientSecret, cookies } = identityKeys(database);
  const countTry = countTries(limits.identity);
  const { storeSignIn } = cookieNames(transport !== null);
  const startedState = (request: FastifyRequest) =>
    readTransaction(request, storeSignIn)?.state ?? null;
  await fastify.register(cookie, { secret: cookies });
  await fastify.register(identityMount, { ...site, countTry, startedState });
  await fastify.register(signInRoutes, { ...site, accounts, limits });
  await fastify.register(storeUiRoutes, {
    ...site,
    relyingParty: relyingParty(fastify, { publicUrl, clientSecret }),
    sessions: storeSessions(database),
    countTry,
  });

  await pruneIdentityRecords(database);
  // What cannot be pruned now is pruned the next time.
  const stopPruning = repeat(pruneEvery, () => pruneIdentityRecords(database));
  fastify.addHook('onClose', stopPruning);
}

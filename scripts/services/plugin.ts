import cookie from '@fastify/cookie';
import type { FastifyInstance } from 'fastify';
import { tablesPath } from 'shared/contracts/plans';
import { createAccountPath } from 'shared/contracts/sign-up';
import type { Upstreams } from '../environment';
import { transportOf, type TransportScope } from '../http/headers';
import { openAccounts } from './accounts/accounts';
import { createPasswordHasher, type ScryptCost } from './accounts/passwords';
import { accountsRoute } from './accounts/route';
import { closeDatabase, openDatabase } from './database/open';
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
import { signalCounts } from './signals/counts';
import { signalsRoute } from './signals/route';
import { relyingParty, transactionCookie } from './store-ui/relying-party';
import { storeUiRoutes } from './store-ui/routes';
import { storeSessions } from './store-ui/sessions';

export interface ServicesOptions {
  /** Folder of the database. */
  readonly dataDir: string;
  /** Origin under which visitors reach the site, without a trailing slash. */
  readonly publicUrl: string;
  /** Where an address is given, that service is the real one. */
  readonly upstreams: Upstreams;
  /** How far browsers are told to keep to TLS; default: this host. */
  readonly hsts?: TransportScope;
  /** Overrides, for load tests. */
  readonly limits?: Partial<Limits>;
  /** Only for tests of other things; default: production's. */
  readonly passwordCost?: ScryptCost;
  /** Milliseconds until an upstream has to have begun its answer. */
  readonly upstreamTimeLimits?: typeof upstreamTimeLimits;
  /** When what visitors get last changed, in milliseconds. */
  readonly shownSince?: () => number;
}

const pruneEvery = 10 * 60 * 1000;
const flushEvery = 1000;

/**
 * The embedded services, or the way to the real ones. Register it on a server made with
 * `serverOptions`; it opens its database on registration, unless every service is a real one, and closes it
 * with the server.
 * @throws DatabaseError when the database cannot be used
 */
export async function services(fastify: FastifyInstance, options: ServicesOptions): Promise<void> {
  const { dataDir, publicUrl, upstreams } = options;
  const timeLimits = options.upstreamTimeLimits ?? upstreamTimeLimits;
  const limits: Limits = { ...defaultLimits, ...options.limits };
  if (upstreams.subscription !== null) {
    await fastify.register(forward, {
      upstream: upstreams.subscription,
      path: tablesPath,
      method: 'GET',
      timeLimit: timeLimits.subscription,
    });
  }

  if (upstreams.manager !== null) {
    await fastify.register(forward, {
      upstream: upstreams.manager,
      path: createAccountPath,
      method: 'POST',
      timeLimit: timeLimits.manager,
    });
  }

  const storeUi = upstreams.storeUi ?? publicUrl;
  await fastify.register(redirectRoute, { bases: { 'store-ui': storeUi } });
  // Who hands everything on has nothing to keep.
  if (!Object.values(upstreams).includes(null)) return;

  const database = openDatabase(dataDir);
  const accounts = openAccounts(database, createPasswordHasher(options.passwordCost));
  const counts = signalCounts(database, options.shownSince ?? (() => 0));
  // What cannot be counted is lost; no visitor waits for it.
  const flush = () => counts.flush().catch(() => undefined);
  const flushing = setInterval(() => void flush(), flushEvery).unref();
  fastify.addHook('onClose', async () => {
    clearInterval(flushing);
    await flush();
    closeDatabase(database);
  });
  await fastify.register(signalsRoute, { counts, limits });
  if (upstreams.subscription === null) await fastify.register(plansRoute, { database });
  if (upstreams.manager === null) await fastify.register(accountsRoute, { accounts, limits });
  if (upstreams.storeUi !== null) return;

  const transport = transportOf(publicUrl, options.hsts);
  const provider = identityProvider({ database, accounts, publicUrl, transport });
  const { clientSecret, cookies } = identityKeys(database);
  const sessions = storeSessions(database);
  const countTry = countTries(limits.identity);
  const transactions = transactionCookie(cookies);
  const { storeSignIn } = cookieNames(transport !== null);
  await fastify.register(cookie);
  await fastify.register(identityMount, {
    provider,
    publicUrl,
    transport,
    countTry,
    startedState: (request) => transactions.read(request.cookies[storeSignIn])?.state ?? null,
  });
  await fastify.register(signInRoutes, { provider, accounts, limits, publicUrl, transport });
  await fastify.register(storeUiRoutes, {
    relyingParty: relyingParty(fastify, { publicUrl, clientSecret }),
    sessions,
    provider,
    publicUrl,
    transport,
    transactions,
    countTry,
  });

  const prune = async () => {
    await pruneIdentityRecords(database);
    await sessions.prune();
  };
  await prune();
  // What cannot be pruned now is pruned the next time.
  const timer = setInterval(() => void prune().catch(() => undefined), pruneEvery).unref();
  fastify.addHook('onClose', async () => clearInterval(timer));
}

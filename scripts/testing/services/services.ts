import Fastify from 'fastify';
import { openAccounts } from '../../services/accounts/accounts';
import { createPasswordHasher } from '../../services/accounts/passwords';
import { accountsRoute } from '../../services/accounts/route';
import { closeDatabase, openDatabase } from '../../services/database/open';
import type { Limit, Limits } from '../../services/limits';
import { serverOptions } from '../../services/server-options';
import { startServices } from '../../services/services-server';
import { freePort } from '../free-port';

const unlimited: Limit = { tries: 1e9, minutes: 1 };

/** Limits that never bite, for tests of other things. */
const noLimits: Limits = {
  ...{ create: unlimited, createForEmail: unlimited },
  ...{ signIn: unlimited, signInForEmail: unlimited },
  ...{ signals: unlimited, signalsThatDecide: unlimited, signalsWithNewFaults: unlimited },
};

/** The create call alone, with a cheap hash, without a connection. */
export async function accountsServer(dataDir: string, limits: Partial<Limits> = {}) {
  const database = openDatabase(dataDir);
  const fastify = Fastify(serverOptions);
  fastify.addHook('onClose', async () => closeDatabase(database));
  await fastify.register(accountsRoute, {
    accounts: openAccounts(database, createPasswordHasher({ log2N: 4, r: 8, p: 1 })),
    limits: { ...noLimits, ...limits },
    secure: false,
  });
  return { fastify, database };
}

export interface TestServices {
  readonly dataDir: string;
  readonly port?: number;
  readonly publicUrl?: string;
  /** Keep production's limits. */
  readonly limited?: boolean;
}

/** Starts all services, with a cheap hash. */
export async function startTestServices({ dataDir, port, publicUrl, limited }: TestServices) {
  // Its public address is part of what the server is made of, so the port has to be known before.
  const known = port ?? (await freePort());
  const options = {
    dataDir,
    publicUrl: publicUrl ?? `http://127.0.0.1:${known}`,
    passwordCost: { log2N: 10, r: 8, p: 1 },
    ...(limited !== true && { limits: noLimits }),
  };
  return startServices(options, { port: known, trustedProxies: ['127.0.0.1'] });
}

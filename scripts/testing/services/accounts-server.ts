import type { Server } from 'node:http';
import Fastify, { type FastifyInstance, type FastifyHttpOptions } from 'fastify';
import { openAccounts } from '../../services/accounts/accounts';
import { createPasswordHasher } from '../../services/accounts/passwords';
import { accountsRoute } from '../../services/accounts/route';
import { closeDatabase, openDatabase, type Database } from '../../services/database/open';
import type { Limits } from '../../services/limits';
import { serverOptions } from '../../services/server-options';
import { noLimits } from './no-limits';

/** The create call alone, with a cheap hash, in the test's own process. */
export async function accountsServer(
  dataDir: string,
  limits: Partial<Limits> = {},
  options: FastifyHttpOptions<Server> = {},
): Promise<{ fastify: FastifyInstance; database: Database }> {
  const database = openDatabase(dataDir);
  const fastify = Fastify({ ...serverOptions, ...options });
  fastify.addHook('onClose', async () => {
    closeDatabase(database);
  });
  await fastify.register(accountsRoute, {
    accounts: openAccounts(database, createPasswordHasher({ log2N: 4, r: 8, p: 1 })),
    limits: { ...noLimits, ...limits },
    secure: false,
  });
  return { fastify, database };
}

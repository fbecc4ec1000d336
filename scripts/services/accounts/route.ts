import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { createAccountPath } from 'shared/contracts/sign-up';
import { readJson, refuse, refuseForNow, refuseOtherMethods } from '../answers';
import { countTries, longestWait, type Limits } from '../limits';
import { callBodyLimit } from '../server-options';
import { xsrfHeaderName, xsrfTokensMatch } from '../../http/xsrf';
import type { Accounts } from './accounts';
import { emailKey, parseNewAccount } from './new-account';

/** The embedded manager service: the create call. */
export async function accountsRoute(
  fastify: FastifyInstance,
  { accounts, limits }: { readonly accounts: Accounts; readonly limits: Limits },
) {
  const countTry = countTries(limits.create, limits.createForEmail, longestWait);

  readJson(fastify, ['application/json'], callBodyLimit);
  fastify.post(createAccountPath, {
    bodyLimit: callBodyLimit,
    // Before the body is read, so that another site cannot make this one work.
    onRequest: async (request, reply) => {
      if (!xsrfTokensMatch(request.headers.cookie, request.headers[xsrfHeaderName])) {
        return refuse(reply, 403, 'The X-XSRF-TOKEN header must equal the XSRF-TOKEN cookie.');
      }
    },
    handler: async (request, reply) => {
      if (request.body === undefined) {
        return refuse(reply, 415, 'The body must be sent as application/json.');
      }
      const parsed = parseNewAccount(request.body);
      if (parsed.violations) {
        return refuse(reply, 422, 'The body does not fit.', parsed.violations);
      }
      const email = emailKey(parsed.account.emailAddress);
      const verdict = countTry({ address: request.ip, email });
      if ('retryAfter' in verdict) return refuseForNow(reply, verdict.retryAfter);

      await wait(verdict.waitMs);
      const outcome = await accounts.create(parsed.account, verdict.turn);
      void reply.header('cache-control', 'no-store');
      if (outcome === 'created') return reply.code(201).send({});
      return refuse(reply, 409, 'An account with this e-mail address exists.');
    },
  });
  refuseOtherMethods(fastify, createAccountPath, ['POST']);
}

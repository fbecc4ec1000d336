import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import {
  responseDeadline,
  callBodyLimit,
  countTries,
  type Limits,
  maxWait,
  readJson,
  refuse,
  refuseForNow,
  refuseOtherMethods,
  xsrfResponseHeaders,
  xsrfHeaderName,
  xsrfTokensMatch,
} from '@composed/http/services';
import { createAccountPath, xsrfTokenPath } from '@shopwright/shared/contracts/sign-up';
import type { Accounts } from './accounts';
import { emailKey, parseNewAccount } from './new-account';

interface AccountsRouteOptions {
  readonly accounts: Accounts;
  readonly limits: Limits;
  /** Whether visitors reach the site over https. */
  readonly secure: boolean;
}

/** The embedded manager service: the create call, and the token for it. */
export async function accountsRoute(
  fastify: FastifyInstance,
  { accounts, limits, secure }: AccountsRouteOptions,
) {
  const countTry = countTries(limits.create, limits.createForEmail, maxWait);

  readJson(fastify, ['application/json'], callBodyLimit);
  fastify.post(createAccountPath, {
    bodyLimit: callBodyLimit,
    // Checked before the body is read: another site must not cost this one any work.
    onRequest: async (request, reply) => {
      if (!xsrfTokensMatch(request.headers.cookie, request.headers[xsrfHeaderName])) {
        return refuse(reply, 403, 'The X-XSRF-TOKEN header must equal the XSRF-TOKEN cookie.');
      }
    },
    handler: async (request, reply) => {
      const parsed = parseNewAccount(request.body);
      if (!parsed.account) {
        const at = parsed.invalid.length > 0 ? `: ${parsed.invalid.join(', ')}` : '';
        return refuse(reply, 422, `The body does not fit the contract${at}.`);
      }
      const latest = Date.now() - reply.elapsedTime + responseDeadline;
      const email = emailKey(parsed.account.emailAddress);
      const verdict = countTry({ address: request.ip, email });
      if ('retryAfter' in verdict) return refuseForNow(reply, verdict.retryAfter);

      await wait(verdict.waitMs);
      const outcome = await accounts.create(parsed.account, { ...verdict, latest });
      void reply.header('cache-control', 'no-store');
      if (outcome === 'created') return reply.code(201).send({});
      return refuse(reply, 409, 'An account with this e-mail address exists.');
    },
  });
  refuseOtherMethods(fastify, createAccountPath, ['POST']);

  fastify.get(xsrfTokenPath, async (request, reply) => {
    void reply.headers(xsrfResponseHeaders(request.headers.cookie, secure, createAccountPath));
    return reply.code(204).header('cache-control', 'no-store').send();
  });
}

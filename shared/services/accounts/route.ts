import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import {
  callBodyLimit,
  createTryCounter,
  deadlineOf,
  type Limits,
  maxWait,
  acceptJson,
  refuse,
  refuseForNow,
  refuseOtherMethods,
  xsrfResponseHeaders,
  xsrfTokensMatch,
} from '@composed/http/services';
import { xsrfCookieName, xsrfHeaderName } from '@composed/contracts/xsrf';
import { createAccountPath, xsrfTokenPath } from '@shopwright/shared/contracts/sign-up';
import type { Accounts } from './accounts';
import { emailKey, parseNewAccount } from './new-account';

interface AccountsRouteOptions {
  readonly accounts: Accounts;
  readonly limits: Limits;
  /** Whether visitors reach the site over https. */
  readonly secure: boolean;
}

/** Registers the embedded manager service: the create call and the call that sets its XSRF token. */
export async function accountsRoute(
  fastify: FastifyInstance,
  { accounts, limits, secure }: AccountsRouteOptions,
) {
  const countTry = createTryCounter(limits.create, limits.createForEmail, maxWait);

  acceptJson(fastify, ['application/json'], callBodyLimit);
  fastify.post(createAccountPath, {
    bodyLimit: callBodyLimit,
    // Checked before the body is read, so that a forged request from another site costs little.
    onRequest: async (request, reply) => {
      const header = request.headers[xsrfHeaderName.toLowerCase()];
      if (!xsrfTokensMatch(request.headers.cookie, header)) {
        return refuse(
          reply,
          403,
          `The ${xsrfHeaderName} header must equal the ${xsrfCookieName} cookie.`,
        );
      }
    },
    handler: async (request, reply) => {
      const parsed = parseNewAccount(request.body);
      if (!parsed.account) {
        const at = parsed.invalid.length > 0 ? `: ${parsed.invalid.join(', ')}` : '';
        return refuse(reply, 422, `The body does not fit the contract${at}.`);
      }
      const deadline = deadlineOf(reply);
      const email = emailKey(parsed.account.emailAddress);
      const attempt = countTry({ address: request.ip, email });
      if ('retryAfter' in attempt) return refuseForNow(reply, attempt.retryAfter);

      await wait(attempt.waitMs);
      const outcome = await accounts.create(parsed.account, { ...attempt, deadline });
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

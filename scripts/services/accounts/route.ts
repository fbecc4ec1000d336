import type { FastifyInstance } from 'fastify';
import { createAccountPath } from 'shared/contracts/sign-up';
import { answerErrorsAsJson, refuse, refuseForNow, refuseOtherMethods } from '../answers';
import { countBy, type Limits } from '../limits';
import { callBodyLimit } from '../server-options';
import { xsrfHeaderName, xsrfTokensMatch } from '../../http/xsrf';
import type { Accounts } from './accounts';
import { emailKey, parseNewAccount } from './new-account';
import { HashingBusyError } from './passwords';

interface AccountsRouteOptions {
  readonly accounts: Accounts;
  readonly limits: Limits;
}

/** The embedded manager service: the create call (specification section 7). */
export async function accountsRoute(
  fastify: FastifyInstance,
  { accounts, limits }: AccountsRouteOptions,
) {
  const tooManyFromAddress = countBy(fastify, limits.createPerAddress, 'address');
  const tooManyForEmail = countBy(fastify, limits.createPerEmail, 'key');

  answerErrorsAsJson(fastify);
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: callBodyLimit },
    fastify.getDefaultJsonParser('error', 'error'),
  );

  fastify.post(createAccountPath, {
    bodyLimit: callBodyLimit,
    // Before the body is read, so that another site cannot make this one work.
    onRequest: async (request, reply) => {
      if (!xsrfTokensMatch(request.headers.cookie, request.headers[xsrfHeaderName])) {
        return refuse(reply, 403, {
          reason: 'The X-XSRF-TOKEN header must equal the XSRF-TOKEN cookie.',
        });
      }
    },
    handler: async (request, reply) => {
      if (request.body === undefined) {
        return refuse(reply, 415, { reason: 'The body must be sent as application/json.' });
      }
      const parsed = parseNewAccount(request.body);
      if ('misfits' in parsed) {
        return refuse(reply, 422, { reason: 'The body does not fit.', fields: parsed.misfits });
      }
      const wait =
        (await tooManyFromAddress(request)) ??
        (await tooManyForEmail(request, emailKey(parsed.account.emailAddress)));
      if (wait !== null) return refuseForNow(reply, wait);

      try {
        const outcome = await accounts.create(parsed.account);
        void reply.header('cache-control', 'no-store');
        if (outcome === 'created') return await reply.code(201).send({});
        return await refuse(reply, 409, { reason: 'An account with this e-mail address exists.' });
      } catch (error) {
        if (error instanceof HashingBusyError) return refuseForNow(reply, 10);
        throw error;
      }
    },
  });
  refuseOtherMethods(fastify, createAccountPath, ['POST']);
}

import { setTimeout as wait } from 'node:timers/promises';
import formbody from '@fastify/formbody';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { signUpLimits } from '@shopwright/shared/contracts/sign-up';
import * as v from 'valibot';
import type { Accounts } from '../accounts/accounts';
import { emailKey } from '../accounts/new-account';
import { QueueFullError } from '../fair-queue';
import { countTries, longestWait, type Limits } from '../limits';
import { messagePage, sendPage, signInPage, type SignInProblem } from '../pages/pages';
import { signInPathOf } from './client';
import { seenFromOutside, type SignInSite } from './mount';

interface SignInOptions extends SignInSite {
  readonly accounts: Accounts;
  readonly limits: Limits;
}

const form = v.object({
  email: v.pipe(v.string(), v.maxLength(signUpLimits.emailAddress)),
  password: v.pipe(v.string(), v.maxLength(signUpLimits.password)),
});

/** Bytes. */
const formLimit = 4 * 1024;

/** The sign-in page of the identity provider, and what its form leads to. */
export async function signInRoutes(
  fastify: FastifyInstance,
  { provider, accounts, limits, publicUrl, transport }: SignInOptions,
) {
  const countTry = countTries(limits.signIn, limits.signInForEmail, longestWait);
  const url = signInPathOf(':uid');

  fastify.removeAllContentTypeParsers();
  await fastify.register(formbody, { bodyLimit: formLimit });
  // A body that cannot be read is no attempt to sign in.
  fastify.setErrorHandler((error: FastifyError, _request, reply) => {
    const status = Math.min(error.statusCode ?? 500, 500);
    return sendPage(reply, transport, status, messagePage(status < 500 ? 'stale' : 'failed'));
  });

  /** The cookie decides, and it has to be the one that was set for this address. */
  async function interaction(request: FastifyRequest, reply: FastifyReply) {
    const details = await provider.interactionDetails(
      seenFromOutside(request, publicUrl),
      reply.raw,
    );
    const { uid } = v.parse(v.object({ uid: v.string() }), request.params);
    if (details.uid !== uid) throw Object.assign(new Error(), { statusCode: 400 });
    return details;
  }

  fastify.get(url, async (request, reply) => {
    const { uid } = await interaction(request, reply);
    return sendPage(reply, transport, 200, signInPage(signInPathOf(uid)));
  });

  fastify.post(url, { bodyLimit: formLimit }, async (request, reply) => {
    const { uid } = await interaction(request, reply);
    const parsed = v.safeParse(form, request.body);
    const email = parsed.success ? parsed.output.email : '';
    const again = (status: number, problem: SignInProblem) =>
      sendPage(reply, transport, status, signInPage(signInPathOf(uid), email, problem));
    if (!parsed.success) return again(422, 'wrong');

    const verdict = countTry({ address: request.ip, email: emailKey(email) });
    if ('retryAfter' in verdict) {
      void reply.header('retry-after', String(verdict.retryAfter));
      return again(429, 'too-many');
    }

    try {
      await wait(verdict.waitMs);
      const account = await accounts.signIn(email, parsed.output.password, verdict.turn);
      if (account === null) return await again(422, 'wrong');
      const next = await provider.interactionResult(
        request.raw,
        reply.raw,
        { login: { accountId: account.id } },
        { mergeWithLastSubmission: false },
      );
      return await reply.header('cache-control', 'no-store').redirect(next, 303);
    } catch (error) {
      if (error instanceof QueueFullError) return again(429, 'too-many');
      throw error;
    }
  });
}

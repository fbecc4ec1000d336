import { setTimeout as wait } from 'node:timers/promises';
import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import type { HstsScope } from '@composed/contracts/headers';
import {
  BusyError,
  createTryCounter,
  deadlineOf,
  type Database,
  type Limits,
  logFault,
  maxWait,
  sendPage,
} from '@composed/http/services';
import { signInStart } from '@shopwright/shared/contracts/sign-in-redirect';
import { signUpLimits } from '@shopwright/shared/contracts/sign-up';
import * as v from 'valibot';
import type { Accounts } from '../accounts/accounts';
import { emailKey } from '../accounts/new-account';
import { openSessions, sessionAge } from '../accounts/sessions';
import { shopCookie } from '../service-table';
import { signInPage, shopPage, type SignInProblem } from './pages';

interface ShopUiOptions {
  readonly database: Database;
  readonly accounts: Accounts;
  readonly limits: Limits;
  readonly publicUrl: string;
  readonly hstsScope: HstsScope | null;
}

const paths = { signIn: '/identity/sign-in', shop: '/store', signOut: '/store/sign-out' } as const;

/**
 * Query of the redirect to the shop right after a sign-in. A request with this query but without a session comes from
 * a browser that blocks cookies.
 */
const justSignedIn = 'signed-in';

/** Schema of a form field. A text that is too long for any account becomes ''. */
const typed = (limit: number) => v.fallback(v.pipe(v.string(), v.maxLength(limit)), '');
const form = v.object({
  email: typed(signUpLimits.emailAddress),
  password: typed(signUpLimits.password),
});

type SendSignIn = (
  reply: FastifyReply,
  status: number,
  problem?: SignInProblem,
  email?: string,
) => FastifyReply;

/**
 * Registers the route that the sign-in form is sent to.
 * @param openSession opens a session for an account and sets its cookie
 */
function acceptSignIns(
  fastify: FastifyInstance,
  { accounts, limits }: ShopUiOptions,
  sendSignIn: SendSignIn,
  openSession: (reply: FastifyReply, account: string) => Promise<void>,
): void {
  const countTry = createTryCounter(limits.signIn, limits.signInForEmail, maxWait);
  fastify.post(paths.signIn, async (request, reply) => {
    const parsed = v.safeParse(form, request.body);
    if (!parsed.success) return sendSignIn(reply, 422, 'wrong');

    const { email, password } = parsed.output;
    const deadline = deadlineOf(reply);
    const attempt = countTry({ address: request.ip, email: emailKey(email) });
    if ('retryAfter' in attempt) {
      void reply.header('retry-after', String(attempt.retryAfter));
      return sendSignIn(reply, 429, 'too-many', email);
    }
    try {
      await wait(attempt.waitMs);
      const account = await accounts.signIn(email, password, { ...attempt, deadline });
      if (account === null) return await sendSignIn(reply, 422, 'wrong', email);
      await openSession(reply, account);
      return await reply.redirect(`${paths.shop}?${justSignedIn}`, 303);
    } catch (error) {
      if (error instanceof BusyError) return sendSignIn(reply, 429, 'too-many', email);
      throw error;
    }
  });
}

/** Registers the embedded service store-ui: the sign-in, the page "Your store" and the sign-out. */
export async function shopUiRoutes(fastify: FastifyInstance, options: ShopUiOptions) {
  const { database, publicUrl, hstsScope } = options;
  const sessions = openSessions(database);
  const secure = hstsScope !== null;
  const cookieName = `${secure ? '__Host-' : ''}${shopCookie}`;
  const cookieScope = { httpOnly: true, sameSite: 'lax', path: '/', secure } as const;

  const sendSignIn: SendSignIn = (reply, status, problem, email = '') =>
    sendPage(reply, hstsScope, status, signInPage(paths.signIn, email, problem));

  await fastify.register(cookie);
  fastify.removeAllContentTypeParsers();
  await fastify.register(formbody, { bodyLimit: 4 * 1024 });
  fastify.addHook('onRequest', async (request, reply) => {
    void reply.header('cache-control', 'no-store');
    // Without this check, a form on another site could sign a visitor in to an attacker’s account.
    if (request.method === 'POST' && request.headers.origin !== publicUrl) {
      return sendSignIn(reply, 403, 'failed');
    }
  });
  fastify.setErrorHandler((error: FastifyError, request, reply) => {
    const status = Math.min(error.statusCode ?? 500, 500);
    if (status === 500) logFault(request, reply, error);
    return sendSignIn(reply, status, 'failed');
  });

  fastify.get(signInStart, async (_request, reply) => reply.redirect(paths.signIn, 303));

  fastify.get(paths.signIn, async (request, reply) => {
    if (sessions.firstName(request.cookies[cookieName]) !== null) {
      return reply.redirect(paths.shop, 303);
    }
    return sendSignIn(reply, 200);
  });

  acceptSignIns(fastify, options, sendSignIn, async (reply, account) => {
    const cookieOptions = { ...cookieScope, maxAge: sessionAge };
    void reply.setCookie(cookieName, await sessions.open(account), cookieOptions);
  });

  fastify.get(paths.shop, async (request, reply) => {
    const firstName = sessions.firstName(request.cookies[cookieName]);
    const isFirst = request.url.endsWith(`?${justSignedIn}`);
    if (firstName === null && isFirst) return sendSignIn(reply, 403, 'cookieless');
    if (firstName === null) return reply.redirect(paths.signIn, 303);
    // Removes the query. If it stayed, a reload after signing out would report blocked cookies.
    if (isFirst) return reply.redirect(paths.shop, 303);
    return sendPage(reply, hstsScope, 200, shopPage(firstName, paths.signOut));
  });

  fastify.post(paths.signOut, async (request, reply) => {
    await sessions.close(request.cookies[cookieName]);
    return reply.clearCookie(cookieName, cookieScope).redirect('/', 303);
  });
}

import formbody from '@fastify/formbody';
import type { FastifyInstance } from 'fastify';
import { refuseForNow, refuseOtherMethods } from '../answers';
import { cookieNames, storeUiClient } from '../identity/client';
import { seenFromOutside, type SignInSite } from '../identity/mount';
import type { countTries } from '../limits';
import { messagePage, sendPage, storePage } from '../pages/pages';
import { readTransaction, type RelyingParty } from './relying-party';
import { storeSessionAge, type StoreSessions } from './sessions';

interface StoreUiOptions extends SignInSite {
  readonly relyingParty: RelyingParty;
  readonly sessions: StoreSessions;
  readonly countTry: ReturnType<typeof countTries>;
}

/** Seconds that a visitor has to sign in. */
const transactionAge = 30 * 60;

/** The embedded store UI: start of the sign-in, callback, "your store", sign-out. */
export async function storeUiRoutes(fastify: FastifyInstance, options: StoreUiOptions) {
  const { relyingParty, sessions, provider, publicUrl, transport, countTry } = options;
  const { startPath, callbackPath, storePath, signOutPath } = storeUiClient;
  const secure = transport !== null;
  const { storeSignIn, storeSession } = cookieNames(secure);
  const common = { httpOnly: true, sameSite: 'lax', path: '/', secure } as const;

  fastify.removeAllContentTypeParsers();
  await fastify.register(formbody, { bodyLimit: 1024 });
  fastify.addHook('onRequest', async (_request, reply) => {
    void reply.header('cache-control', 'no-store');
  });
  fastify.setErrorHandler((error, request, reply) => {
    request.log.error({ req: request, err: error }, 'fault');
    return sendPage(reply, transport, 500, messagePage('failed'));
  });

  fastify.get(startPath, async (request, reply) => {
    const verdict = countTry({ address: request.ip });
    if ('retryAfter' in verdict) return refuseForNow(reply, verdict.retryAfter);
    const started = await relyingParty.start();
    return reply
      .setCookie(storeSignIn, JSON.stringify(started.transaction), {
        ...common,
        maxAge: transactionAge,
        signed: true,
      })
      .redirect(started.url, 303);
  });

  fastify.get(callbackPath, async (request, reply) => {
    const started = readTransaction(request, storeSignIn);
    void reply.clearCookie(storeSignIn, common);
    if (started === null) return sendPage(reply, transport, 400, messagePage('stale'));
    try {
      const visitor = await relyingParty.finish(request.raw.url ?? '', started);
      return await reply
        .setCookie(storeSession, await sessions.open(visitor), {
          ...common,
          maxAge: storeSessionAge,
        })
        .redirect(`${publicUrl}${storePath}`, 303);
    } catch (error) {
      // A replayed, refused or forged callback: nothing to repair here, only to begin again.
      request.log.warn({ err: error }, 'sign-in refused');
      return sendPage(reply, transport, 400, messagePage('stale'));
    }
  });

  fastify.get(storePath, async (request, reply) => {
    const visitor = await sessions.find(request.cookies[storeSession] ?? '');
    if (visitor !== null) {
      return sendPage(reply, transport, 200, storePage(visitor.givenName, signOutPath));
    }
    return reply.redirect(`${publicUrl}${startPath}`, 303);
  });

  fastify.post(signOutPath, async (request, reply) => {
    const token = request.cookies[storeSession];
    // Another site's form comes without the cookie (SameSite=Lax), and so ends nothing.
    if (token !== undefined && (await sessions.find(token)) !== null) {
      await sessions.close(token);
      const context = provider.createContext(seenFromOutside(request, publicUrl), reply.raw);
      const session = await provider.Session.get(context);
      await session.destroy();
    }
    return reply.clearCookie(storeSession, common).redirect(`${publicUrl}/`, 303);
  });

  for (const path of [startPath, callbackPath, storePath]) {
    refuseOtherMethods(fastify, path, ['GET', 'HEAD']);
  }
  refuseOtherMethods(fastify, signOutPath, ['POST']);
}

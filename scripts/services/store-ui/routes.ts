import cookie, { Signer } from '@fastify/cookie';
import formbody from '@fastify/formbody';
import type { FastifyInstance } from 'fastify';
import type { Provider } from 'oidc-provider';
import * as v from 'valibot';
import { refuseForNow, refuseOtherMethods } from '../answers';
import { storeUiClient } from '../identity/client';
import { seenFromOutside } from '../identity/mount';
import type { Count } from '../limits';
import type { TransportScope } from '../../http/headers';
import { sendPage } from '../pages/headers';
import { messagePage } from '../pages/message';
import { signOutPath, storePage, storePath } from '../pages/store';
import { transaction, type RelyingParty } from './relying-party';
import { storeSessionAge, type StoreSessions } from './sessions';

interface StoreUiOptions {
  readonly relyingParty: RelyingParty;
  readonly sessions: StoreSessions;
  readonly provider: Provider;
  readonly publicUrl: string;
  readonly transport: TransportScope | null;
  readonly cookieKey: string;
  readonly tooMany: Count;
}

const transactionCookie = 'store_sign_in';
const sessionCookie = 'store_session';
/** Seconds that a visitor has to sign in. */
const transactionAge = 30 * 60;

/** The embedded store UI: start of the sign-in, callback, "your store", sign-out. */
export async function storeUiRoutes(fastify: FastifyInstance, options: StoreUiOptions) {
  const { relyingParty, sessions, provider, publicUrl, transport, cookieKey, tooMany } = options;
  const { startPath, callbackPath } = storeUiClient;
  const signer = new Signer(cookieKey);
  const secure = transport !== null;
  const common = { httpOnly: true, sameSite: 'lax', secure } as const;

  if (!fastify.hasDecorator('parseCookie')) await fastify.register(cookie);
  fastify.removeAllContentTypeParsers();
  await fastify.register(formbody, { bodyLimit: 1024 });
  fastify.setErrorHandler((error, request, reply) => {
    console.error(`${request.method} ${request.routeOptions.url} failed`, nameOf(error));
    return sendPage(reply, transport, 500, messagePage('failed'));
  });

  fastify.get(startPath, async (request, reply) => {
    const wait = await tooMany(request);
    if (wait !== null) return refuseForNow(reply, wait);
    const started = await relyingParty.start();
    const value = Buffer.from(JSON.stringify(started.transaction)).toString('base64url');
    return reply
      .setCookie(transactionCookie, signer.sign(value), {
        ...common,
        path: callbackPath,
        maxAge: transactionAge,
      })
      .header('cache-control', 'no-store')
      .redirect(started.url, 303);
  });

  /** What this browser started, if it did. */
  function startedIn(cookieText: string | undefined) {
    const { valid, value } = signer.unsign(cookieText ?? '');
    if (!valid) return null;
    const json: unknown = JSON.parse(Buffer.from(value, 'base64url').toString());
    const parsed = v.safeParse(transaction, json);
    return parsed.success ? parsed.output : null;
  }

  fastify.get(callbackPath, async (request, reply) => {
    const started = startedIn(request.cookies[transactionCookie]);
    void reply.clearCookie(transactionCookie, { ...common, path: callbackPath });
    if (started === null) return sendPage(reply, transport, 400, messagePage('stale'));
    try {
      const visitor = await relyingParty.finish(request.raw.url ?? '', started);
      return await reply
        .setCookie(sessionCookie, sessions.open(visitor), {
          ...common,
          path: storePath,
          maxAge: storeSessionAge,
        })
        .header('cache-control', 'no-store')
        .redirect(`${publicUrl}${storePath}`, 303);
    } catch (error) {
      // A replayed, refused or forged callback: nothing to repair here, only to begin again.
      console.warn(`The sign-in was refused: ${nameOf(error)}`);
      return sendPage(reply, transport, 400, messagePage('stale'));
    }
  });

  fastify.get(storePath, async (request, reply) => {
    const visitor = sessions.find(request.cookies[sessionCookie] ?? '');
    if (visitor !== null) return sendPage(reply, transport, 200, storePage(visitor.givenName));
    return reply.header('cache-control', 'no-store').redirect(`${publicUrl}${startPath}`, 303);
  });

  fastify.post(signOutPath, async (request, reply) => {
    const token = request.cookies[sessionCookie];
    // Another site's form comes without the cookie (SameSite=Lax), and so ends nothing.
    if (token !== undefined && sessions.find(token) !== null) {
      sessions.close(token);
      const context = provider.createContext(seenFromOutside(request, publicUrl), reply.raw);
      const session = await provider.Session.get(context);
      await session.destroy();
    }
    return reply
      .clearCookie(sessionCookie, { ...common, path: storePath })
      .header('cache-control', 'no-store')
      .redirect(`${publicUrl}/`, 303);
  });

  refuseOtherMethods(fastify, startPath, ['GET', 'HEAD']);
  refuseOtherMethods(fastify, callbackPath, ['GET', 'HEAD']);
  refuseOtherMethods(fastify, storePath, ['GET', 'HEAD']);
  refuseOtherMethods(fastify, signOutPath, ['POST']);
}

/** An error's name and code: its message may quote what was sent. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as client from 'openid-client';
import * as v from 'valibot';
import { insideAddress, issuerOf, storeUiClient } from '../identity/client';
import type { StoreVisitor } from './sessions';

const transaction = v.object({ state: v.string(), nonce: v.string(), verifier: v.string() });
/** What a started sign-in has to be finished with; a signed cookie of the browser that started it. */
export type Transaction = v.InferOutput<typeof transaction>;
const transactionText = v.pipe(v.string(), v.parseJson(), transaction);

/** @param name of the cookie */
export function readTransaction(request: FastifyRequest, name: string): Transaction | null {
  const { valid, value } = request.unsignCookie(request.cookies[name] ?? '');
  const parsed = v.safeParse(transactionText, valid ? value : '');
  return parsed.success ? parsed.output : null;
}

const claimsForm = v.object({ sub: v.string(), given_name: v.string() });

/**
 * Calls to the provider go through the server's own router instead of the network: the provider is
 * embedded, so there is no address, port or certificate to get wrong.
 */
function internalFetch(fastify: FastifyInstance): client.CustomFetch {
  return async (address, { method, headers, body }) => {
    const url = new URL(address);
    // The library sends forms, or nothing.
    const payload = body instanceof URLSearchParams ? body.toString() : '';
    const answer = await fastify.inject({
      method: method === 'POST' ? 'POST' : 'GET',
      url: url.pathname + url.search,
      headers,
      remoteAddress: insideAddress,
      ...(payload !== '' && { payload }),
    });
    return new Response(answer.body, {
      status: answer.statusCode,
      headers: { 'content-type': String(answer.headers['content-type'] ?? '') },
    });
  };
}

/** The store UI's side of the sign-in. */
export function relyingParty(
  fastify: FastifyInstance,
  { publicUrl, clientSecret }: Readonly<Record<'publicUrl' | 'clientSecret', string>>,
) {
  const redirectUri = `${publicUrl}${storeUiClient.callbackPath}`;
  const issuer = issuerOf(publicUrl);
  const configuration = new client.Configuration(
    {
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      authorization_response_iss_parameter_supported: true,
    },
    storeUiClient.id,
    { client_secret: clientSecret, id_token_signed_response_alg: 'ES256' },
    client.ClientSecretBasic(clientSecret),
  );
  configuration[client.customFetch] = internalFetch(fastify);
  client.enableNonRepudiationChecks(configuration);
  // http is for localhost, and no call leaves this process.
  // oxlint-disable-next-line typescript/no-deprecated
  if (!publicUrl.startsWith('https:')) client.allowInsecureRequests(configuration);

  return {
    /** @returns where to send the visitor, and what to keep until the callback */
    async start(): Promise<{ readonly url: string; readonly transaction: Transaction }> {
      const state = client.randomState();
      const nonce = client.randomNonce();
      const verifier = client.randomPKCECodeVerifier();
      const url = client.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: storeUiClient.scope,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
      });
      return { url: url.href, transaction: { state, nonce, verifier } };
    },

    /**
     * Exchanges the code, and checks state, nonce and the ID token with its signature.
     * @param callback path and query of the callback request
     * @throws when anything in it is not as it was started
     */
    async finish(callback: string, { state, nonce, verifier }: Transaction): Promise<StoreVisitor> {
      const tokens = await client.authorizationCodeGrant(
        configuration,
        new URL(callback, publicUrl),
        {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        },
      );
      const claims = v.parse(claimsForm, tokens.claims());
      return { subject: claims.sub, givenName: claims.given_name };
    },
  };
}

export type RelyingParty = ReturnType<typeof relyingParty>;

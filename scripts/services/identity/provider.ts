import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { Configuration, Provider as OidcProvider } from 'oidc-provider';
import { Provider } from 'oidc-provider/lib/provider.js';
import type { Accounts } from '../accounts/accounts';
import * as v from 'valibot';
import type { TransportScope } from '../../http/headers';
import { keptSecret, type Database } from '../database/open';
import { messagePage, pageHeaders } from '../pages/pages';
import { identityAdapter } from './adapter';
import { cookieNames, issuerOf, signInPathOf, storeUiClient } from './client';

const jwk = v.objectWithRest({ kty: v.literal('EC') }, v.string());

function newSigningKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return JSON.stringify({ ...privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig' });
}

/** What signs tokens and cookies; made once per database. */
export function identityKeys(database: Database) {
  const newSecret = () => randomBytes(32).toString('base64url');
  const signing = keptSecret(database, 'identity.signing-key', newSigningKey);
  return {
    signing: v.parse(jwk, JSON.parse(signing)),
    cookies: keptSecret(database, 'identity.cookie-key', newSecret),
    clientSecret: keptSecret(database, 'identity.store-ui-secret', newSecret),
  };
}

const minute = 60;
const day = 24 * 60 * minute;

/** Everything that signing in to one confidential first-party client does not need is off. */
const features: Configuration['features'] = {
  devInteractions: { enabled: false },
  dPoP: { enabled: false },
  pushedAuthorizationRequests: { enabled: false },
  resourceIndicators: { enabled: false },
  rpInitiatedLogout: { enabled: false },
  userinfo: { enabled: false },
};

/**
 * The embedded OpenID provider: the authorization code flow with PKCE, for the store UI alone.
 * @param publicUrl origin of the site
 */
export function identityProvider(
  database: Database,
  accounts: Accounts,
  publicUrl: string,
  transport: TransportScope | null,
): OidcProvider {
  const keys = identityKeys(database);
  const { session, interaction, resume } = cookieNames(transport !== null);
  const provider: OidcProvider = new Provider(issuerOf(publicUrl), {
    adapter: identityAdapter(database),
    jwks: { keys: [keys.signing] },
    clients: [
      {
        client_id: storeUiClient.id,
        client_secret: keys.clientSecret,
        redirect_uris: [`${publicUrl}${storeUiClient.callbackPath}`],
        id_token_signed_response_alg: 'ES256',
        require_auth_time: true,
      },
    ],
    features,
    scopes: ['openid', 'profile'],
    claims: { openid: ['sub', 'auth_time'], profile: ['given_name'] },
    // The ID token carries the first name, so that the store UI needs no further call.
    conformIdTokenClaims: false,
    responseTypes: ['code'],
    clientAuthMethods: ['client_secret_basic'],
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    pkce: { required: () => true },
    cookies: {
      names: { session, interaction, resume },
      keys: [keys.cookies],
    },
    ttl: {
      AccessToken: 5 * minute,
      IdToken: 5 * minute,
      Interaction: 30 * minute,
      Session: 14 * day,
      Grant: 14 * day,
    },
    clientBasedCORS: () => false,
    interactions: { url: (_context, interaction) => signInPathOf(interaction.uid) },

    findAccount(_context, id) {
      const account = accounts.find(id);
      if (account === null) return undefined;
      return { accountId: id, claims: () => ({ sub: id, given_name: account.firstName }) };
    },

    // The store UI is this site's own: there is nobody to ask for consent.
    async loadExistingGrant({ oidc }) {
      const { session, client } = oidc;
      if (!session?.accountId || !client) return undefined;
      const grantId = session.grantIdFor(client.clientId);
      const existing = grantId === undefined ? undefined : await provider.Grant.find(grantId);
      if (existing) return existing;
      const grant = new provider.Grant({
        clientId: client.clientId,
        accountId: session.accountId,
      });
      grant.addOIDCScope(storeUiClient.scope);
      await grant.save();
      return grant;
    },

    renderError(context) {
      context.set(pageHeaders(transport));
      context.type = 'html';
      context.body = messagePage('stale');
    },
  });
  // Addresses are made from the public origin; mount.ts sets these headers and lets nobody else.
  provider.proxy = true;
  return provider;
}

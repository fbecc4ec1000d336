import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { JWK } from 'oidc-provider';
import * as v from 'valibot';
import type { Database } from '../database/open';
import { keptSecret } from '../database/secrets';

/** What signs; made once per database. */
export interface IdentityKeys {
  /** ES256. */
  readonly signing: JWK;
  readonly cookies: readonly string[];
  readonly clientSecret: string;
}

const jwk = v.object({
  kty: v.literal('EC'),
  crv: v.literal('P-256'),
  x: v.string(),
  y: v.string(),
  d: v.string(),
  alg: v.literal('ES256'),
  use: v.literal('sig'),
});

function newSigningKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return JSON.stringify({ ...privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig' });
}

const newSecret = () => randomBytes(32).toString('base64url');

export function identityKeys(database: Database): IdentityKeys {
  const signing = keptSecret(database, 'identity.signing-key', newSigningKey);
  return {
    signing: v.parse(jwk, JSON.parse(signing)),
    cookies: [keptSecret(database, 'identity.cookie-key', newSecret)],
    clientSecret: keptSecret(database, 'identity.store-ui-secret', newSecret),
  };
}

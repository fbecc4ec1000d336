import type { Adapter, AdapterPayload } from 'oidc-provider';
import * as v from 'valibot';
import { write, type Database } from '../database/open';

const row = v.object({ payload: v.string(), consumed_at: v.nullable(v.number()) });

/** The library wrote it; this only says that it is an object. */
const payloadForm = v.custom<AdapterPayload>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
);

const now = () => Math.floor(Date.now() / 1000);

/**
 * Where the identity provider keeps sessions, grants, codes and tokens: the site's database, so that
 * they survive a restart.
 * @returns an adapter per model name, as oidc-provider asks for it
 */
export function identityAdapter(database: Database): (model: string) => Adapter {
  const upsert = database.prepare(
    `INSERT INTO identity_record (model, id, payload, uid, grant_id, expires_at)
     VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (model, id) DO UPDATE SET payload = excluded.payload, uid = excluded.uid,
       grant_id = excluded.grant_id, expires_at = excluded.expires_at`,
  );
  const unexpired = '(expires_at IS NULL OR expires_at > ?)';
  const columns = 'SELECT payload, consumed_at FROM identity_record WHERE';
  const byId = database.prepare(`${columns} model = ? AND id = ? AND ${unexpired}`);
  const byUid = database.prepare(`${columns} model = ? AND uid = ? AND ${unexpired}`);
  const consume = database.prepare(
    'UPDATE identity_record SET consumed_at = ? WHERE model = ? AND id = ?',
  );
  const destroy = database.prepare('DELETE FROM identity_record WHERE model = ? AND id = ?');
  const revoke = database.prepare('DELETE FROM identity_record WHERE grant_id = ?');

  const read = (found: unknown): AdapterPayload | undefined => {
    if (found === undefined) return undefined;
    const { payload, consumed_at: consumed } = v.parse(row, found);
    const parsed = v.parse(payloadForm, JSON.parse(payload));
    return consumed === null ? parsed : { ...parsed, consumed };
  };

  return (model) => ({
    async upsert(id, payload, expiresIn) {
      const expiresAt = expiresIn === undefined ? null : now() + expiresIn;
      const { uid = null, grantId = null } = payload;
      const text = JSON.stringify(payload);
      await write(() => upsert.run(model, id, text, uid, grantId, expiresAt));
    },
    find: async (id) => read(byId.get(model, id, now())),
    findByUid: async (uid) => read(byUid.get(model, uid, now())),
    // Only the device flow has user codes, and it is off.
    findByUserCode: async () => undefined,
    async consume(id) {
      await write(() => consume.run(now(), model, id));
    },
    async destroy(id) {
      await write(() => destroy.run(model, id));
    },
    async revokeByGrantId(grantId) {
      await write(() => revoke.run(grantId));
    },
  });
}

/** Removes what has expired. */
export async function pruneIdentityRecords(database: Database): Promise<void> {
  const prune = database.prepare('DELETE FROM identity_record WHERE expires_at <= ?');
  await write(() => prune.run(now()));
}

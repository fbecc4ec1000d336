-- Who is signed in at the store: a token's hash, so that a copy of the file opens nothing. The OpenID provider is
-- gone, and with it what it kept; its table stays, empty, for an older server that has the file open.
CREATE TABLE session (
  token_hash TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES account (id),
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
DELETE FROM identity_record;
DELETE FROM secret WHERE name LIKE 'identity.%';

CREATE TABLE plan (
  id INTEGER PRIMARY KEY,
  period TEXT NOT NULL CHECK (period IN ('FREE', 'MONTH', 'YEAR')),
  position INTEGER NOT NULL,
  name TEXT NOT NULL,
  price INTEGER NOT NULL CHECK (price >= 0),
  previous_price INTEGER NOT NULL CHECK (previous_price >= 0),
  UNIQUE (period, position)
) STRICT;
-- Prices are sent as JSON numbers, which are exact up to 2^53 - 1.
CREATE TRIGGER plan_insert_exact BEFORE INSERT ON plan
WHEN max(NEW.price, NEW.previous_price) > 9007199254740991
BEGIN SELECT RAISE(ABORT, 'A price is at most 9007199254740991 cents.'); END;
CREATE TRIGGER plan_update_exact BEFORE UPDATE ON plan
WHEN max(NEW.price, NEW.previous_price) > 9007199254740991
BEGIN SELECT RAISE(ABORT, 'A price is at most 9007199254740991 cents.'); END;
CREATE TABLE plan_feature (
  plan_id INTEGER NOT NULL REFERENCES plan (id),
  position INTEGER NOT NULL,
  code TEXT NOT NULL,
  PRIMARY KEY (plan_id, position)
) STRICT, WITHOUT ROWID;
CREATE TABLE account (
  id TEXT PRIMARY KEY,
  email_key TEXT NOT NULL UNIQUE,
  email_address TEXT NOT NULL,
  first_name TEXT NOT NULL,
  last_name TEXT NOT NULL,
  password_hash TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
-- Sessions at the shop. A stolen copy of the file is of no use, since it holds hashes of the tokens.
CREATE TABLE session (
  token_hash TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES account (id),
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
-- Each sign-in deletes the sessions that have ended.
CREATE INDEX session_expires_at ON session (expires_at);

-- The first plans. Prices in minor units; a year costs less than twelve months, which are its previous
-- price. The pricing section has an icon for each name and a label for each feature code.
INSERT INTO plan (id, period, position, name, price, previous_price) VALUES
  (1, 'FREE', 0, 'Free', 0, 0),
  (2, 'MONTH', 0, 'Starter', 900, 900),
  (3, 'YEAR', 0, 'Starter', 9000, 10800),
  (4, 'MONTH', 1, 'Pro', 2900, 2900),
  (5, 'YEAR', 1, 'Pro', 29000, 34800),
  (6, 'MONTH', 2, 'Business', 7900, 7900),
  (7, 'YEAR', 2, 'Business', 79000, 94800);

WITH feature (plan, position, code) AS (VALUES
  ('Free', 0, 'PRODUCTS_10'),
  ('Free', 1, 'STAFF_1'),
  ('Free', 2, 'FREE_SUBDOMAIN'),
  ('Free', 3, 'SSL'),
  ('Free', 4, 'SECURE_CHECKOUT'),
  ('Starter', 0, 'PRODUCTS_100'),
  ('Starter', 1, 'STAFF_1'),
  ('Starter', 2, 'CUSTOM_DOMAIN'),
  ('Starter', 3, 'SSL'),
  ('Starter', 4, 'SECURE_CHECKOUT'),
  ('Starter', 5, 'LIVE_CHAT'),
  ('Pro', 0, 'PRODUCTS_1000'),
  ('Pro', 1, 'STAFF_5'),
  ('Pro', 2, 'CUSTOM_DOMAIN'),
  ('Pro', 3, 'SSL'),
  ('Pro', 4, 'SECURE_CHECKOUT'),
  ('Pro', 5, 'LIVE_CHAT'),
  ('Pro', 6, 'REPORTS'),
  ('Business', 0, 'PRODUCTS_UNLIMITED'),
  ('Business', 1, 'STAFF_UNLIMITED'),
  ('Business', 2, 'CUSTOM_DOMAIN'),
  ('Business', 3, 'SSL'),
  ('Business', 4, 'SECURE_CHECKOUT'),
  ('Business', 5, 'LIVE_CHAT'),
  ('Business', 6, 'REPORTS'),
  ('Business', 7, 'PRIORITY_SUPPORT')
)
INSERT INTO plan_feature (plan_id, position, code)
SELECT plan.id, feature.position, feature.code FROM plan JOIN feature ON feature.plan = plan.name;

-- What visits came to, as counts alone. `start`: the full hour (milliseconds), or when within it what visitors
-- get has changed. `releases`: 'host=… reviews=…'. `value`: the upper bound of a bin, or a fault as JSON.
CREATE TABLE visit_count (
  start INTEGER NOT NULL,
  releases TEXT NOT NULL,
  measure TEXT NOT NULL,
  value TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (start, releases, measure, value)
) STRICT, WITHOUT ROWID;
CREATE TABLE secret (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT;
-- Names who counts into this database, and judges canaries by it.
INSERT INTO secret VALUES ('judge', lower(hex(randomblob(16))));

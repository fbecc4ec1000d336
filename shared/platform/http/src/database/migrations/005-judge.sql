-- Names who counts into this database, and judges canaries by it.
INSERT OR IGNORE INTO secret VALUES ('judge', lower(hex(randomblob(16))));

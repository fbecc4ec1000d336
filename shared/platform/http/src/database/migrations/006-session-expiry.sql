-- Each sign-in takes away the sessions that have ended: it looks at those alone.
CREATE INDEX session_expires_at ON session (expires_at);

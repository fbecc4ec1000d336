-- The store UI keeps its sessions in identity_record; who was signed in is sent through the provider once.
DROP TABLE store_session;

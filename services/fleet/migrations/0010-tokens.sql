-- Addresses of the page for readers and programs: they can be removed one by one. The digest is of the secret.
create table fleet.token (
  name text primary key,
  digest bytea not null unique,
  -- True: opens files as well, not only results.
  opens_files boolean not null,
  created_ms bigint not null default fleet.now_ms(),
  -- Null: does not expire.
  expires_ms bigint
);

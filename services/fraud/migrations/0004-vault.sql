create table vault_records (
  token text primary key,
  user_id bigint not null references users on delete cascade,
  type text not null check (type in ('email', 'phone', 'custom')),
  -- HMAC of tenant, type and normalised data; finds the token that already stands for the data. Null where
  -- each request gets a token of its own.
  lookup bytea,
  -- { v, k: id of the master key, w: wrapped data key, n: nonce, c: ciphertext, t: tag }
  sealed jsonb not null,
  created_at bigint not null,
  expires_at bigint not null
);
create unique index vault_records_lookup on vault_records (lookup);
create index vault_records_expiry on vault_records (expires_at);
create index vault_records_key on vault_records ((sealed ->> 'k'));

-- Each row holds the hash of the row before it, so that a changed or missing row shows.
create table vault_audit (
  position bigint primary key,
  at bigint not null,
  operator text not null,
  action text not null,
  token text not null,
  reason text not null,
  previous_hash bytea not null,
  hash bytea not null
);

-- A user is a tenant: results, transactions, vault tokens and webhooks carry its id.
create table users (
  id bigint generated always as identity primary key,
  name text not null,
  password_hash text not null,
  tier text not null check (tier in ('free', 'pro', 'enterprise')),
  scopes text[] not null,
  disabled boolean not null default false,
  -- Seconds since 1970. A bearer token issued earlier is refused.
  revoked_before bigint not null default 0,
  created_at bigint not null
);
create unique index users_name on users (lower(name));

-- One signed-out session each; a row is of no use once the token has expired.
create table revoked_tokens (
  jti text primary key,
  expires_at bigint not null
);

create table account_links (
  user_id bigint not null references users on delete cascade,
  account_id text not null,
  primary key (user_id, account_id)
);

-- The answer of a request that carried an Idempotency-Key. The body is kept as a keyed hash only.
create table idempotency_keys (
  user_id bigint not null references users on delete cascade,
  route text not null,
  key text not null,
  body_hash bytea not null,
  status integer not null,
  answer jsonb not null,
  created_at bigint not null,
  primary key (user_id, route, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

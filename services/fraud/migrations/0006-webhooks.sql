create table webhooks (
  id text primary key,
  user_id bigint not null references users on delete cascade,
  url text not null,
  events text[] not null,
  description text not null,
  sealed_secret jsonb not null,
  enabled boolean not null default true,
  -- Since when every delivery failed; null after one that arrived.
  failing_since bigint,
  created_at bigint not null
);
create index webhooks_of_user on webhooks (user_id);

create table webhook_deliveries (
  id text primary key,
  webhook_id text not null references webhooks on delete cascade,
  type text not null,
  body text not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  attempts integer not null default 0,
  last_status integer,
  last_error text,
  created_at bigint not null,
  finished_at bigint
);
create index webhook_deliveries_of_webhook on webhook_deliveries (webhook_id, id desc);
create index webhook_deliveries_age on webhook_deliveries (created_at);

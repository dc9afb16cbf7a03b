create table batches (
  id text primary key,
  user_id bigint not null references users on delete cascade,
  callback_id text,
  state text not null check (state in ('queued', 'running', 'done', 'failed')),
  total integer not null,
  done integer not null default 0,
  created_at bigint not null,
  finished_at bigint
);
create index batches_age on batches (created_at);

create table batch_items (
  batch_id text not null references batches on delete cascade,
  position integer not null,
  -- The encrypted request. Null once the item has its result.
  sealed jsonb,
  -- { request_id, result } or { error }
  result jsonb,
  primary key (batch_id, position),
  check ((sealed is null) <> (result is null))
);
create index batch_items_waiting on batch_items (batch_id, position) where sealed is not null;

-- Counters of rate limits that several processes share. After a crash they may start again, so they are not logged.
create unlogged table kit_limit (
  name text not null,
  key text not null,
  -- The number of the fixed window that `current` counts; `previous` counts the one before.
  window_no bigint not null,
  current float8 not null,
  previous float8 not null,
  -- Whether the last take was allowed.
  taken boolean not null,
  primary key (name, key)
);

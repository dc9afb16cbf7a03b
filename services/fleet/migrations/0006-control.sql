-- A run goes on; or it is held, since it cannot go on for the reason in `problem`; or somebody paused or cancelled it.
alter table fleet.run
  add column control text not null default 'go' check (control in ('go', 'held', 'paused', 'cancelled')),
  -- Higher is sooner.
  add column priority smallint not null default 0,
  -- Batches that the listing made.
  add column batches integer not null default 0,
  -- True: an object that the storage denies is unreadable, however many there are.
  add column takes_denials boolean not null default false;

-- Steps back in the queue: the first batches of each run come first, so that a short run does not wait for a long one.
alter table fleet.batch add column place smallint not null default 0;

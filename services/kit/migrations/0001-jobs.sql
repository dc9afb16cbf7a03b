-- Work that outlives a request and a process. A job that is done is deleted.
create table kit_job (
  id bigint generated always as identity primary key,
  kind text not null,
  payload jsonb not null,
  -- Of the jobs that wait, one of a kind has the key.
  key text,
  -- Jobs of a lane run one at a time, by id.
  lane text,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'dead')),
  -- Milliseconds since 1970, as all times here.
  run_at bigint not null,
  created_at bigint not null,
  -- How often it was begun.
  attempt integer not null default 0,
  -- The process that runs it, and until when no other may.
  owner text,
  lease_until bigint,
  last_error text,
  check ((state = 'running') = (owner is not null and lease_until is not null))
);

create index kit_job_due on kit_job (kind, run_at, id) where state = 'waiting';
create index kit_job_lease on kit_job (lease_until) where state = 'running';
create index kit_job_lane on kit_job (lane, id) where state <> 'dead' and lane is not null;
create unique index kit_job_key on kit_job (kind, key) where state = 'waiting' and key is not null;
-- Two processes that do not see each other's uncommitted claims cannot both run a lane.
create unique index kit_job_lane_runs on kit_job (lane) where state = 'running' and lane is not null;
create index kit_job_dead on kit_job (kind, id) where state = 'dead';

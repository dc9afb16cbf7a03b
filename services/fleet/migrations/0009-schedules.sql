-- Listings at times of the day, by the workers.
create table fleet.schedule (
  name text primary key,
  -- Minute, hour, day of the month, month, day of the week; UTC.
  cron text not null,
  source jsonb not null,
  settings jsonb not null,
  config text not null,
  priority smallint not null,
  created_ms bigint not null default fleet.now_ms(),
  -- The latest time for which a run was made, and that run.
  due text,
  run_id integer
);

-- The latest state of the run that was announced by webhook. Runs that have ended are not announced any more.
alter table fleet.run add column announced text;
update fleet.run set announced = case when control in ('cancelled', 'held') then control else 'done' end
where control in ('cancelled', 'held') or listed_ms is not null;

alter table fleet.run
  -- Runs of a higher one come first; those of the same share the workers.
  add column priority integer not null default 0,
  -- Of the next job: runs that have had as many share what comes next.
  add column turn bigint not null default 0,
  -- Why no worker goes on with it: paused, cancelled, or a problem that concerns all of its objects.
  add column held text check (held in ('paused', 'cancelled', 'problem')),
  -- Objects that the storage refused since the last one that could be read.
  add column refused integer not null default 0,
  -- A refusal is the object's own, so it is its result.
  add column takes_refusals boolean not null default false;

-- What is left out of a run: entries of its listing that cannot be taken, objects that are archived.
create table fleet.left_out (
  run_id integer not null,
  object_id bigint,
  uri text not null,
  reason text not null
);
create index left_out_run on fleet.left_out (run_id);

-- What kept a run from going on does so no more where it is done.
update fleet.run r set problem = null
where listed_ms is not null and not exists (select from fleet.batch b where b.run_id = r.id);

create schema fleet;

-- Milliseconds since 1970 by the clock of the database, the one clock that all machines share.
create function fleet.now_ms() returns bigint language sql volatile
  as $$ select (extract(epoch from clock_timestamp()) * 1000)::int8 $$;

create table fleet.run (
  id integer generated always as identity primary key,
  -- What was listed: { kind, uri, endpoint, region, pathStyle }. Never credentials.
  source jsonb not null,
  engine text not null,
  -- Digest of all that a verdict depends on besides the bytes: engine, catalogue, settings, releases.
  rules text not null,
  settings jsonb not null,
  releases text[] not null,
  created_ms bigint not null default fleet.now_ms(),
  -- Null while the source is being listed.
  listed_ms bigint,
  -- Where to go on when the listing broke off.
  listed_to text,
  listed bigint not null default 0,
  listed_bytes bigint not null default 0,
  queued bigint not null default 0,
  reused bigint not null default 0,
  -- Keys that could not be taken: names that are no Unicode, entries that cannot be read.
  skipped bigint not null default 0,
  -- What keeps the run from going on, such as credentials that have ended.
  problem text
);

-- An object of a source, as the latest listing has it. The address may be longer than an index takes (a key of 1,024
-- bytes is 3,072 in an address), so it is known by its digest.
create table fleet.object (
  id bigint generated always as identity primary key,
  digest bytea not null unique,
  uri text not null,
  etag text not null,
  size bigint not null,
  run_id integer not null
) with (fillfactor = 85);

-- What a job is to do. It goes in the transaction that brings its results, so it is done once, whatever dies when.
create table fleet.batch (
  id bigint generated always as identity primary key,
  run_id integer not null,
  objects bigint[] not null,
  -- How often these objects could not be read for reasons that pass.
  round integer not null default 0,
  -- After a death: the object that is tried alone, and how many processes have died of it.
  trying bigint,
  deaths integer not null default 0
);
create index batch_run on fleet.batch (run_id);

-- Words that many rows share: codes by severity, architectures, tool chains.
create table fleet.word (
  id integer generated always as identity primary key,
  kind text not null,
  word text not null,
  unique (kind, word)
);

create table fleet.result (
  run_id integer not null,
  object_id bigint not null,
  etag text not null,
  size bigint not null,
  bytes_read bigint not null,
  ms real not null,
  errors integer not null,
  warnings integer not null,
  infos integer not null,
  architecture integer not null,
  tool_chain integer not null,
  error integer not null,
  -- 0 valid, 1 invalid, 2 unreadable.
  verdict smallint not null,
  -- The run that looked at it, where the result was taken over.
  taken_from integer,
  -- A letter a release, in the order of the run: a(ccepts), r(ejects), c(rashes), h(angs).
  runtime text not null,
  codes integer[] not null,
  counts integer[] not null,
  -- The report, compressed.
  report bytea not null,
  primary key (run_id, object_id)
) partition by list (run_id);

-- A row for each transaction that brought results: sums and rates without counting results.
create table fleet.tally (
  run_id integer not null,
  at_ms bigint not null default fleet.now_ms(),
  objects integer not null,
  valid integer not null,
  invalid integer not null,
  unreadable integer not null,
  bytes_read bigint not null
) partition by list (run_id);

-- The file of settings as it was when the run was made: workers on other machines have no such file.
alter table fleet.run add column config text;

-- What a baseline knows of one file. Runs that were made with the same baseline share it, so it is known by the digest
-- of its text. A name may be longer than an index takes, and is known by its digest as well.
create table fleet.baseline (
  digest bytea not null,
  name bytea not null,
  -- { code: { fingerprint: count } }
  known jsonb not null,
  primary key (digest, name)
);

-- A keyed hash of a fixed text by each secret key: a database that is opened with other keys is told before it is used.
create table key_proofs (
  name text primary key,
  proof bytea not null
);

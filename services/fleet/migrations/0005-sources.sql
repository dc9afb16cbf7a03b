-- What is listed, known by all that makes it another: two servers may have buckets of one name.
create table fleet.source (
  id integer generated always as identity primary key,
  -- Of the four columns that follow: a prefix may be longer than an index takes.
  digest bytea not null unique,
  scheme text not null,
  -- Of the server; empty for the one that the scheme implies.
  endpoint text not null,
  bucket text not null,
  -- Percent-encoded, as in addresses; of what has no bucket, all of the address.
  prefix text not null
);

create function fleet.digest_of(text) returns bytea language sql immutable
  as $$ select substring(sha256(convert_to($1, 'UTF8')) for 16) $$;

-- An object is known by its address and, where that leaves open which server has it, by the server's.
create function fleet.object_digest(endpoint text, uri text) returns bytea language sql immutable
  as $$ select fleet.digest_of(case when endpoint <> '' and uri like 's3://%' then endpoint || E'\n' else '' end || uri) $$;

alter table fleet.run add column source_id integer references fleet.source (id);

do $$
declare
  split record;
  fresh bigint;
begin
  create temp table run_place on commit drop as
  select id as run_id, source ->> 'kind' as kind, regexp_replace(coalesce(source ->> 'endpoint', ''), '/+$', '') as endpoint,
    source ->> 'uri' as uri from fleet.run;

  with place as (
    select run_id, endpoint, case when kind = 'list' then 'list' else coalesce(substring(uri from '^([a-z][a-z0-9+.-]*)://'), kind) end as scheme,
      case when kind = 's3' then substring(uri from '^s3://([^/]*)') else '' end as bucket,
      case when kind = 's3' then regexp_replace(uri, '^s3://[^/]*/?', '') else uri end as prefix
    from run_place),
  made as (
    insert into fleet.source (digest, scheme, endpoint, bucket, prefix)
    select distinct fleet.digest_of(concat_ws(E'\n', scheme, endpoint, bucket, prefix)), scheme, endpoint, bucket, prefix
    from place returning id, scheme, endpoint, bucket, prefix)
  update fleet.run set source_id = made.id from place join made using (scheme, endpoint, bucket, prefix)
  where run.id = place.run_id;

  -- The servers that an object was asked for, by results and by batches. That of the latest listing keeps the row.
  create temp table object_place on commit drop as
  select object_id, endpoint, bool_or(is_latest) as is_latest from (
    select r.object_id, p.endpoint, false as is_latest from fleet.result r join run_place p using (run_id)
    union all select unnest(b.objects), p.endpoint, false from fleet.batch b join run_place p using (run_id)
    union all select o.id, p.endpoint, true from fleet.object o join run_place p using (run_id)) as places
  group by object_id, endpoint;

  for split in
    select object_id, endpoint, uri from (
      select *, row_number() over (partition by object_id order by is_latest desc, endpoint) as nth from object_place) as p
    join fleet.object o on o.id = object_id
    where nth > 1 and uri like 's3://%'
  loop
    insert into fleet.object (digest, uri, etag, size, run_id)
    select fleet.object_digest(split.endpoint, split.uri), split.uri, coalesce(r.etag, ''), coalesce(r.size, 0), p.run_id
    from run_place p left join fleet.result r on r.run_id = p.run_id and r.object_id = split.object_id
    where p.endpoint = split.endpoint order by r.run_id desc nulls last limit 1
    returning id into fresh;
    update fleet.result set object_id = fresh
    where object_id = split.object_id and run_id in (select run_id from run_place where endpoint = split.endpoint);
    update fleet.batch set objects = array_replace(objects, split.object_id, fresh)
    where split.object_id = any(objects) and run_id in (select run_id from run_place where endpoint = split.endpoint);
    delete from object_place where object_id = split.object_id and endpoint = split.endpoint;
  end loop;

  update fleet.object o set digest = fleet.object_digest(p.endpoint, o.uri)
  from object_place p where p.object_id = o.id and p.endpoint <> '' and o.uri like 's3://%';
end $$;

alter table fleet.run alter column source_id set not null;
create index run_source on fleet.run (source_id);

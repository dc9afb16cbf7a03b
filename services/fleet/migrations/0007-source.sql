-- Where objects come from. Two servers may have buckets of one name, so the endpoint is part of it; empty for Amazon.
create table fleet.source (
  id integer generated always as identity primary key,
  -- Of the four below, since a prefix may be longer than an index takes.
  digest bytea not null unique,
  scheme text not null,
  endpoint text not null,
  bucket text not null,
  -- As in an address; of other schemes the address itself.
  prefix text not null
);

create function fleet.endpoint_of(source jsonb) returns text language sql immutable
  as $$ select lower(regexp_replace(coalesce(source ->> 'endpoint', ''), '/+$', '')) $$;

create function fleet.digest_of(text) returns bytea language sql immutable
  as $$ select substr(sha256(convert_to($1, 'UTF8')), 1, 16) $$;

create temporary table place on commit drop as
  select id as run_id, scheme, endpoint, bucket, prefix,
    fleet.digest_of(concat_ws(E'\n', scheme, endpoint, bucket, prefix)) as digest
  from fleet.run, lateral (select
    case when source ->> 'kind' = 's3' then 's3' else source ->> 'kind' end as scheme,
    case when source ->> 'kind' in ('s3', 'list') then fleet.endpoint_of(source) else '' end as endpoint,
    case when source ->> 'kind' = 's3' then split_part(source ->> 'uri', '/', 3) else '' end as bucket,
    case when source ->> 'kind' = 's3' then regexp_replace(source ->> 'uri', '^s3://[^/]*/?', '')
      else source ->> 'uri' end as prefix) as parts;

insert into fleet.source (digest, scheme, endpoint, bucket, prefix)
select distinct on (digest) digest, scheme, endpoint, bucket, prefix from place order by digest, run_id;

alter table fleet.run add column source_id integer references fleet.source;
update fleet.run set source_id = s.id from place p join fleet.source s using (digest) where p.run_id = fleet.run.id;
alter table fleet.run alter column source_id set not null;

-- An object is known by its endpoint as well. Objects that two endpoints shared stay with the one that listed them last.
update fleet.object o set digest = fleet.digest_of(fleet.endpoint_of(r.source) || ' ' || o.uri)
from fleet.run r where r.id = o.run_id and o.uri like 's3://%' and fleet.endpoint_of(r.source) <> '';

drop function fleet.endpoint_of(jsonb);
drop function fleet.digest_of(text);

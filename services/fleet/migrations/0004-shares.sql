-- What is counted of a run's results, so that its status does not count them anew: a few rows for each transaction that
-- brought results, to be summed up by kind and key.
create table fleet.share (
  run_id integer not null,
  -- Architecture, tool chain, code, unreadable: the key is the number of a word. Runtime: letters as results have them.
  kind text not null,
  key text not null,
  valid bigint not null,
  invalid bigint not null,
  unreadable bigint not null,
  findings bigint not null
) partition by list (run_id);

create type fleet.share_part as (kind text, key text, findings bigint);

-- What one result counts for.
create function fleet.share_parts(
  architecture integer, tool_chain integer, error integer, verdict integer, runtime text, codes integer[], counts integer[])
returns setof fleet.share_part language sql immutable as $$
  select 'architecture', architecture::text, 0::bigint
  union all select 'tool chain', tool_chain::text, 0
  union all select 'runtime', runtime, 0
  union all select 'unreadable', error::text, 0 where verdict = 2
  union all select 'code', code::text, count from unnest(codes, counts) as c (code, count)
$$;

-- Runs that there are already.
do $$
declare
  run integer;
begin
  for run in select id from fleet.run loop
    execute format('create table fleet.share_%s partition of fleet.share for values in (%s)', run, run);
    insert into fleet.share
    select run, kind, key, count(*) filter (where verdict = 0), count(*) filter (where verdict = 1),
      count(*) filter (where verdict = 2), sum(findings)
    from fleet.result r cross join fleet.share_parts(architecture, tool_chain, error, verdict, runtime, codes, counts)
    where run_id = run group by kind, key;
  end loop;
end $$;

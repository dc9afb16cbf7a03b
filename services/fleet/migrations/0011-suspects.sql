-- Deaths of processes by the object that they tried alone: { object: number }.
alter table fleet.batch drop column deaths, add column suspects jsonb not null default '{}';

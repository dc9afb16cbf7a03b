-- False for a run that looks at everything, whatever other runs know.
alter table fleet.run add column takes_over boolean not null default true;

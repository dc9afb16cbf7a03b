-- How often the batch could be neither done nor stored though the database answered: a fault that lasts.
alter table fleet.batch add column failures integer not null default 0;

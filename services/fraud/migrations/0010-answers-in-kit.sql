-- Answers of repeated requests are kept in the table of the kit.
insert into kit_answer (user_id, key, digest, answer, created_at)
  select user_id, route || ' ' || key, body_hash, answer, created_at from idempotency_keys;
drop table idempotency_keys;
alter table kit_answer add foreign key (user_id) references users on delete cascade;

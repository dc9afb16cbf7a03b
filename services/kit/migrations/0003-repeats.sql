-- Answers of requests that their clients may repeat. A service adds the reference from user_id to its users.
create table kit_answer (
  user_id bigint not null,
  key text not null,
  -- Hash of everything that must be the same in a repeat.
  digest bytea not null,
  answer jsonb not null,
  created_at bigint not null,
  primary key (user_id, key)
);
create index kit_answer_age on kit_answer (created_at);

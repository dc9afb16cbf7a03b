-- What was judged is not here: no content, no metadata, no explanation.
create table checks (
  request_id text primary key,
  user_id bigint not null references users on delete cascade,
  created_at bigint not null,
  data_type text not null check (data_type in ('email', 'sms', 'phone')),
  is_fraud boolean not null,
  -- Ten-thousandths.
  score integer not null check (score between 0 and 10000),
  indicators text[] not null,
  -- HMAC of the content under a key that serves nothing else.
  content_hash bytea not null,
  model_version text not null
);
-- Ids are ordered by time, so a page of a user's results is a range of this index.
create index checks_of_user on checks (user_id, request_id);
create index checks_age on checks (created_at);

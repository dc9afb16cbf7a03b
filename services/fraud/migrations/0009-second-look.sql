-- Without the content a person sees the verdict alone; that is kept with what the person decides.
alter table checks add column decision text not null default 'allow'
  check (decision in ('allow', 'review', 'block'));
create index checks_for_review on checks (user_id, request_id) where decision = 'review';

create table check_reviews (
  request_id text primary key references checks on delete cascade,
  user_id bigint not null references users on delete cascade,
  -- Null while someone has taken the check and not decided.
  decision text check (decision in ('allow', 'block')),
  assignee text not null,
  -- Encrypted as in the vault; null where there is none.
  note jsonb,
  updated_at bigint not null
);

create table feedback (
  request_id text primary key references checks on delete cascade,
  user_id bigint not null references users on delete cascade,
  label text not null check (label in ('fraud', 'legitimate')),
  -- Encrypted as in the vault. The content is here only if the caller sent it again and the tenant stores it.
  comment jsonb,
  content jsonb,
  expires_at bigint not null,
  created_at bigint not null
);
create index feedback_expiry on feedback (expires_at);

create table list_entries (
  id text primary key,
  user_id bigint not null references users on delete cascade,
  list text not null check (list in ('allow', 'block')),
  kind text not null check (kind in ('domain', 'address', 'number', 'link', 'phrase')),
  -- HMAC of tenant, kind and value: an entry is on one list, once.
  lookup bytea not null,
  sealed jsonb not null,
  created_at bigint not null
);
create unique index list_entries_lookup on list_entries (user_id, lookup);

-- Grows with each change of the user's lists, so that every process reads them again.
alter table users add column lists_version integer not null default 0;
-- { prior, thresholds: { email, sms, phone }, storeFeedback }
alter table users add column settings jsonb not null default '{}';

-- Receivers to whom a person declined a payment.
create index transactions_flagged on transactions (user_id, receiver_id)
  where status = 'declined' and reviewed_at is not null;

-- Amounts are integers of the smallest unit (cents).
create table accounts (
  user_id bigint not null references users on delete cascade,
  account_id text not null,
  balance bigint not null,
  created_at bigint not null,
  primary key (user_id, account_id)
);

create table transactions (
  id text primary key,
  user_id bigint not null references users on delete cascade,
  sender_id text not null,
  receiver_id text not null,
  amount bigint not null check (amount > 0),
  -- Encrypted as in the vault; null where the description was empty.
  description jsonb,
  fraud_score integer not null check (fraud_score between 0 and 10000),
  fired_rules text[] not null,
  status text not null check (status in ('approved', 'review', 'declined')),
  created_at bigint not null,
  reviewed_at bigint,
  reviewed_by bigint
);
create index transactions_sent on transactions (user_id, sender_id, created_at desc);
create index transactions_received on transactions (user_id, receiver_id, created_at desc);
create index transactions_of_user on transactions (user_id, id);

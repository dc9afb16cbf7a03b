-- Whether a sender paid a receiver before, and what came back, without a look at all payments of the sender.
create index transactions_between on transactions (user_id, sender_id, receiver_id, created_at desc);

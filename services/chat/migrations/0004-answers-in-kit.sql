-- Answers of repeated requests are kept in the table of the kit.
INSERT INTO kit_answer (user_id, key, digest, answer, created_at)
  SELECT user_id, key, digest, result, created_at FROM idempotency;
DROP TABLE idempotency;
ALTER TABLE kit_answer ADD FOREIGN KEY (user_id) REFERENCES account ON DELETE CASCADE;

-- Numbers of presence updates: clients ask for those after the last one that they know. Event ids were used before.
CREATE SEQUENCE presence_number;
SELECT setval('presence_number', greatest((SELECT last_event_id FROM counter), 1));

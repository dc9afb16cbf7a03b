-- Picture of the organization; null: a drawn one.
ALTER TABLE organization ADD COLUMN icon_path text;

CREATE TABLE channel_folder (
  id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  rendered_description text NOT NULL DEFAULT '',
  position integer NOT NULL,
  creator_id integer REFERENCES account,
  created_at bigint NOT NULL,
  is_archived boolean NOT NULL DEFAULT false
);
CREATE UNIQUE INDEX channel_folder_active_name ON channel_folder (lower(name)) WHERE NOT is_archived;
ALTER TABLE channel ADD FOREIGN KEY (folder_id) REFERENCES channel_folder;

-- Sets of channels that newcomers choose when they join.
CREATE TABLE default_channel_group (
  id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL UNIQUE,
  description text NOT NULL
);
CREATE TABLE default_channel_group_member (
  group_id integer NOT NULL REFERENCES default_channel_group ON DELETE CASCADE,
  channel_id integer NOT NULL REFERENCES channel ON DELETE CASCADE,
  PRIMARY KEY (group_id, channel_id)
);

-- Polls and task lists: the first one of a message says what it is, the others change it.
CREATE TABLE submessage (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  message_id bigint NOT NULL REFERENCES message ON DELETE CASCADE,
  sender_id integer NOT NULL REFERENCES account,
  msg_type text NOT NULL,
  content text NOT NULL
);
CREATE INDEX submessage_message ON submessage (message_id, id);

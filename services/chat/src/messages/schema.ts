import Type from 'typebox';

const reaction = Type.Object({
  emoji_name: Type.String(),
  emoji_code: Type.String(),
  reaction_type: Type.Enum(['unicode_emoji', 'realm_emoji', 'service_extra_emoji']),
  user_id: Type.Integer(),
});

const edit = Type.Object({
  user_id: Type.Union([Type.Integer(), Type.Null()]),
  timestamp: Type.Integer(),
  prev_content: Type.Optional(Type.String()),
  prev_rendered_content: Type.Optional(Type.String()),
  prev_stream: Type.Optional(Type.Integer()),
  stream: Type.Optional(Type.Integer()),
  prev_topic: Type.Optional(Type.String()),
  topic: Type.Optional(Type.String()),
});

const person = Type.Object({
  id: Type.Integer(),
  email: Type.String(),
  full_name: Type.String(),
  is_mirror_dummy: Type.Boolean(),
});

/** A message in a response. Times are UNIX seconds. */
export const MESSAGE = Type.Object({
  id: Type.Integer(),
  type: Type.Enum(['stream', 'private']),
  sender_id: Type.Integer(),
  sender_email: Type.String(),
  sender_full_name: Type.String(),
  sender_realm_str: Type.String(),
  avatar_url: Type.Union([Type.String(), Type.Null()]),
  client: Type.String(),
  content: Type.String({ description: 'HTML or source, as content_type says' }),
  content_type: Type.Enum(['text/html', 'text/x-markdown']),
  rendered_content: Type.String(),
  display_recipient: Type.Union([Type.String(), Type.Array(person)]),
  recipient_id: Type.Integer(),
  stream_id: Type.Optional(Type.Integer()),
  subject: Type.String({ description: 'The topic; empty for direct messages' }),
  is_me_message: Type.Boolean(),
  timestamp: Type.Integer(),
  last_edit_timestamp: Type.Optional(Type.Integer()),
  last_moved_timestamp: Type.Optional(Type.Integer()),
  edit_history: Type.Optional(Type.Array(edit)),
  reactions: Type.Array(reaction),
  submessages: Type.Array(
    Type.Object({
      id: Type.Integer(),
      message_id: Type.Integer(),
      sender_id: Type.Integer(),
      msg_type: Type.String(),
      content: Type.String(),
    }),
  ),
  topic_links: Type.Array(Type.Object({ text: Type.String(), url: Type.String() })),
  flags: Type.Array(Type.String()),
  match_content: Type.Optional(Type.String()),
  match_subject: Type.Optional(Type.String()),
});

import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { create } from 'tar';

import { REALM, realm, SENT } from './realm-rows.js';

export const UPLOAD = '2/ab/1RkyB3xkIzW2hCVJ5Wu6z1kb/notes.txt';
/** Path of an upload as early releases wrote it. */
export const OLD_UPLOAD = '2/9/old-token/plan.txt';

const message = (id: number, sender: number, recipient: number, content: string, more: object = {}) => ({
  id,
  sender,
  recipient,
  realm: REALM,
  type: 1,
  subject: recipient > 200 ? 'plans' : '\x07',
  content,
  rendered_content: '<p>HTML of the other server <script>alert(1)</script></p>',
  rendered_content_version: 1,
  date_sent: SENT + id + 0.25,
  sending_client: 3,
  last_edit_time: null,
  edit_history: null,
  has_attachment: false,
  has_image: false,
  has_link: false,
  is_channel_message: recipient > 200,
  ...more,
});

const messages = [
  [
    message(1001, 8, 220, 'Hello @**Hamlet**, see #7 and #**core team** :castle:'),
    message(1002, 9, 220, `A [file](/user_uploads/${UPLOAD}) and an [old one](/user_uploads/${OLD_UPLOAD})`, {
      subject: 'Plans',
      has_attachment: true,
      has_link: true,
      last_edit_time: SENT + 3000,
      edit_history: JSON.stringify([
        {
          user_id: 9,
          timestamp: SENT + 3000,
          prev_content: 'A *file*',
          prev_rendered_content: '<i>theirs</i>',
          prev_rendered_content_version: 1,
        },
        { user_id: 8, timestamp: SENT + 2000, prev_topic: 'drafts', topic: 'Plans' },
      ]),
    }),
    message(1003, 9, 108, 'Only for you', { edit_history: '[{' }),
    message(1004, 10, 190, '/todo For us three\nbread', { edit_history: {} }),
  ],
  [
    message(1005, 2, 109, 'Welcome to the castle'),
    message(1006, 11, 221, '/poll Who?\nthe uncle'),
    message(1007, 777, 220, 'Nobody knows who wrote this'),
    message(1008, 8, 220, 'no topic', { subject: '(no topic)' }),
  ],
];

const usermessages = [
  [
    // Flags of user_message: the bits of the comments are read, is_private, and bits that this service does not have.
    { id: 1, user_profile: 8, message: 1001, flags_mask: 1 },
    { id: 2, user_profile: 9, message: 1001, flags_mask: 8 | 4096 },
    { id: 3, user_profile: 9, message: 1002, flags_mask: 1 | 2 | 512 },
    { id: 4, user_profile: 8, message: 1002, flags_mask: 1024 | 1 },
    { id: 5, user_profile: 8, message: 1003, flags_mask: 2048 },
    { id: 6, user_profile: 9, message: 1003, flags_mask: 2048 | 1 },
    ...[8, 9, 10].map((id) => ({ id: 10 + id, user_profile: id, message: 1004, flags_mask: 2048 })),
  ],
  [
    { id: 30, user_profile: 9, message: 1005, flags_mask: 2048 },
    { id: 31, user_profile: 8, message: 1006, flags_mask: 64 },
    { id: 32, user_profile: 8, message: 1008, flags_mask: 1 },
    { id: 33, user_profile: 8, message: 1007, flags_mask: 1 },
  ],
];

const attachment = (id: number, path_id: string, file_name: string, messages: number[]) => ({
  id,
  file_name,
  path_id,
  owner: 9,
  realm: REALM,
  create_time: SENT,
  size: 15,
  deleted: false,
  content_type: 'text/plain',
  is_realm_public: true,
  is_web_public: false,
  messages,
  scheduled_messages: [],
});

/** Writes the archive and returns its path. */
export async function writeRealmExport(folder: string): Promise<string> {
  const name = 'zulip-export-x1y2z3';
  const root = join(folder, name);
  const write = async (path: string, content: string | Uint8Array) => {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  };
  const json = (path: string, value: unknown) => write(path, JSON.stringify(value, null, 2));
  const picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#36c' } })
    .png()
    .toBuffer();
  await json('realm.json', realm);
  await json('analytics.json', { analytics_realmcount: [] });
  for (const [index, rows] of messages.entries())
    await json(`messages-00000${index + 1}.json`, {
      zerver_message: rows,
      zerver_usermessage: usermessages[index],
    });
  await json('attachment.json', {
    zerver_attachment: [
      attachment(1, UPLOAD, 'notes.txt', [1002]),
      attachment(2, OLD_UPLOAD, 'plan.txt', [1002]),
      attachment(3, '2/aa/gone/gone.txt', 'gone.txt', []),
    ],
  });
  const upload = (path: string) => ({
    realm_id: REALM,
    user_profile_id: 9,
    user_profile_email: 'user9@zulip.testserver',
    s3_path: path,
    path,
    size: 15,
    last_modified: SENT,
    content_type: null,
  });
  await json('uploads/records.json', [upload(UPLOAD), upload(OLD_UPLOAD)]);
  await write(`uploads/${UPLOAD}`, 'bytes of a file');
  await write(`uploads/${OLD_UPLOAD}`, 'bytes of a plan');
  const avatar = (path: string) => ({ ...upload(path), user_profile_id: 8, avatar_version: 2 });
  await json('avatars/records.json', [avatar('2/abcdef-2.original'), avatar('2/abcdef-2.png')]);
  await write('avatars/2/abcdef-2.original', picture);
  await write('avatars/2/abcdef-2.png', picture);
  const emoji = (file_name: string, path: string, name: string) => ({
    realm_id: REALM,
    author: 9,
    path,
    s3_path: path,
    file_name,
    name,
    deactivated: false,
  });
  await json('emoji/records.json', [
    emoji('7.png', '2/emoji/images/7.png', 'castle'),
    emoji('7.png', '2/emoji/images/7.png.original', 'castle'),
    emoji('8.png', '2/emoji/images/8.png', 'broken'),
  ]);
  await write('emoji/2/emoji/images/7.png', picture);
  await write('emoji/2/emoji/images/7.png.original', picture);
  await write('emoji/2/emoji/images/8.png', 'not a picture');
  await json('realm_icons/records.json', [
    { realm_id: REALM, path: '2/icon.original', s3_path: '2/icon.original' },
  ]);
  await write('realm_icons/2/icon.original', picture);
  const file = join(folder, `${name}.tar.gz`);
  await create({ file, gzip: true, cwd: folder }, [name]);
  return file;
}

import { basename } from 'node:path';
import { randomText } from '@services/kit/clock';
import { sql } from '@services/kit/db';
import { checkEmojiName } from '../../emoji/rules.js';
import { type EncodedPicture, encodePicture, type PictureForm } from '../../pictures/encode.js';
import { canonicalPathId, newPathId, storedAt } from '../../uploads/names.js';
import { describeFile } from '../../uploads/receive.js';
import { type FileFolder, type FileRecord, field, type Row } from './export.js';
import { type Intake, insertAll } from './intake.js';

const SQUARE: PictureForm = { side: 256, fit: 'cover', moves: false };
const EMOJI: PictureForm = { side: 64, fit: 'contain', moves: true };

/**
 * Reads uploaded files. Keeps the paths of files, because messages refer to these paths; only a malformed path is
 * replaced.
 */
export async function readUploads(intake: Intake): Promise<void> {
  const { app, data, tx, report, uploads, attachments } = intake;
  const places = new Map(
    (await data.records('uploads')).map((record) => [
      field.text(record, 's3_path') || record.path,
      record.path,
    ]),
  );
  const { zerver_attachment: all = [] } = await data.tables('attachment.json');
  const rows: object[] = [];
  for (const row of all) {
    const there = field.text(row, 'path_id');
    const owner = intake.accounts.get(field.id(row, 'owner') ?? -1);
    const file = await data.file('uploads', places.get(there) ?? there);
    if (owner === undefined || file === undefined) {
      report.left(
        'uploads',
        owner === undefined ? 'their owner is not known' : 'the export does not have the file',
        1,
        there,
      );
      continue;
    }
    const received = await describeFile(file, field.text(row, 'file_name') || basename(there));
    const here = canonicalPathId(there) ?? newPathId(app.random, received.name);
    const id = field.id(row, 'id') ?? rows.length + 1;
    uploads.set(there, here);
    attachments.set(here, id);
    await app.files.adopt(file, storedAt(here), received.size);
    intake.stored.push(storedAt(here));
    rows.push({
      id,
      owner_id: owner.id,
      path_id: here,
      name: received.name,
      size: received.size,
      sha256: `\\x${Buffer.from(received.sha256).toString('hex')}`,
      content_type: received.contentType,
      created_at: field.time(row, 'create_time') ?? intake.now,
      unreferenced_at: intake.now,
    });
  }
  await insertAll(tx, 'attachment', rows);
  report.read('uploads', rows.length);
}

/** Reads pictures of users. (Pictures from Gravatar are not in an export.) */
export async function readAvatars(intake: Intake): Promise<void> {
  const { data, tx, report } = intake;
  const chosen = new Map<number, FileRecord>();
  for (const record of await data.records('avatars')) {
    const account = intake.accounts.get(field.id(record, 'user_profile_id') ?? -1);
    if (account === undefined || account.is_system_bot) continue;
    const before = chosen.get(account.id);
    if (before === undefined || rank(record) > rank(before)) chosen.set(account.id, record);
  }
  let count = 0;
  for (const [id, record] of chosen) {
    const path = await storePicture(intake, 'avatars', record.path, '2/avatars', SQUARE, `pictures of users`);
    if (path === undefined) continue;
    await tx.run(sql`UPDATE account SET avatar_path = ${path.path}, avatar_version = 2 WHERE id = ${id}`);
    count++;
  }
  report.read('pictures of users', count);
}

/** Newer versions of a picture rank higher; within a version, the original ranks higher than smaller copies. */
const rank = (record: Row & { path: string }): number =>
  (field.id(record, 'avatar_version') ?? 0) * 4 +
  (record.path.endsWith('.original') ? 2 : /-medium\.png$/.test(record.path) ? 0 : 1);

/** Reads all custom emoji. Deactivated emoji are included, because old messages and reactions show them. */
export async function readEmoji(intake: Intake): Promise<void> {
  const { data, tx, report, emoji } = intake;
  const records = await data.records('emoji');
  const active = new Set<string>();
  const author = [...intake.accounts.values()].find((account) => account.is_system_bot)!;
  const rows: object[] = [];
  for (const row of data.rows('zerver_realmemoji')) {
    const id = field.id(row, 'id');
    const name = field.text(row, 'name');
    const file = field.text(row, 'file_name');
    const deactivated = field.flag(row, 'deactivated');
    if (id === undefined || !isName(name) || (!deactivated && active.has(name))) {
      report.left('emoji', 'their names are not valid here or used twice', 1, name);
      continue;
    }
    const of = records.filter((record) => record.file_name === file || basename(record.path) === file);
    const record = of.find(({ path }) => path.endsWith('.original')) ?? of[0];
    const stored =
      record === undefined
        ? undefined
        : await storePicture(intake, 'emoji', record.path, '2/emoji/images', EMOJI, 'emoji');
    if (record === undefined) report.left('emoji', 'the export does not have the picture', 1, name);
    if (stored === undefined) continue;
    emoji.add(id);
    if (!deactivated) active.add(name);
    rows.push({
      id,
      name,
      author_id: intake.accounts.get(field.id(row, 'author') ?? -1)?.id ?? author.id,
      path: stored.path,
      still_path: stored.still,
      deactivated,
      created_at: intake.now,
    });
  }
  await insertAll(tx, 'emoji', rows);
  report.read('emoji', rows.length);
}

function isName(name: string): boolean {
  try {
    checkEmojiName(name, true);
    return true;
  } catch {
    return false;
  }
}

export async function readIcon(intake: Intake): Promise<void> {
  const records = await intake.data.records('realm_icons');
  const record =
    records.find(({ path }) => /(^|\/)icon\.original$/.test(path)) ??
    records.find(({ path }) => /(^|\/)icon\.png$/.test(path));
  if (record === undefined) return;
  const icon = await storePicture(intake, 'realm_icons', record.path, '2/icons', SQUARE, 'icons');
  if (icon !== undefined) await intake.tx.run(sql`UPDATE organization SET icon_path = ${icon.path}`);
}

/** Encodes a picture again and stores it; returns its paths, or undefined if it is not a picture. */
async function storePicture(
  intake: Intake,
  from: FileFolder,
  path: string,
  to: string,
  form: PictureForm,
  what: string,
): Promise<{ path: string; still: string | null } | undefined> {
  const { app, data, report } = intake;
  const bytes = await data.bytes(from, path);
  let picture: EncodedPicture;
  try {
    if (bytes === undefined) throw new Error('missing');
    picture = await encodePicture(bytes, form);
  } catch {
    report.left(
      what,
      bytes === undefined ? 'the export does not have the file' : 'the file is not a picture',
      1,
      path,
    );
    return undefined;
  }
  const store = async (content: Uint8Array, extension: string) => {
    const name = `${to}/${randomText(app.random, 32)}.${extension}`;
    await app.files.write(`avatars/${name}`, content);
    intake.stored.push(`avatars/${name}`);
    return name;
  };
  const stored = await store(picture.bytes, picture.extension);
  return { path: stored, still: picture.still === undefined ? null : await store(picture.still, 'png') };
}

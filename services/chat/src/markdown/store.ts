import { array, type Queryable, type SQL, sql } from '@services/kit/db';
import { knownChannel } from '../access/visibility.js';
import { channelKey } from '../channels/channel.js';
import { compiledLinkifiers } from '../linkifiers/store.js';
import type { Directory } from '../organization/directory.js';
import { pictureUrl } from '../pictures/encode.js';
import type { Account } from '../users/account.js';
import {
  type CustomEmoji,
  EMPTY_CONTEXT,
  lookupKey,
  type MentionedUser,
  type NamedThing,
  type RenderContext,
  type Rendered,
} from './context.js';
import { collectReferences, type References } from './references.js';
import { render } from './renderer.js';

/** Maximum number of names that are looked up for one message. Further mentions remain plain text. */
const MAX_NAMES = 500;

/** Author of a text, who determines which channels may be named, and whether emoticons become emoji. */
export type Author = Pick<Account, 'id' | 'role' | 'settings'>;

/** Renders an author's text. Reads the names in the text by one query; a text without names needs no query. */
export async function renderText(
  directory: Directory,
  db: Queryable,
  author: Author,
  source: string,
): Promise<Rendered> {
  return render(source, await renderContext(directory, db, author, source));
}

async function renderContext(
  directory: Directory,
  db: Queryable,
  author: Author,
  source: string,
): Promise<RenderContext> {
  const linkifiers = await compiledLinkifiers(directory, db);
  const translateEmoticons = author.settings.translate_emoticons === true;
  const rows = await lookUp(db, author, collectReferences(source));
  if (rows === undefined) return { ...EMPTY_CONTEXT, linkifiers, translateEmoticons };
  const users = new Map<string, MentionedUser[]>();
  for (const { id, full_name, is_active } of rows.users ?? []) {
    const key = lookupKey(full_name);
    users.set(key, [...(users.get(key) ?? []), { id, fullName: full_name, isActive: is_active }]);
  }
  return {
    users,
    groups: byName(rows.groups),
    channels: byName(rows.channels),
    emoji: new Map(
      (rows.emoji ?? []).map(({ id, name, path }): [string, CustomEmoji] => [
        name,
        { id, name, url: pictureUrl(path) },
      ]),
    ),
    linkifiers,
    translateEmoticons,
  };
}

interface Rows {
  users: { id: number; full_name: string; is_active: boolean }[] | null;
  groups: NamedThing[] | null;
  channels: NamedThing[] | null;
  emoji: { id: number; name: string; path: string }[] | null;
}

async function lookUp(db: Queryable, author: Author, references: References): Promise<Rows | undefined> {
  const users = [...references.users].slice(0, MAX_NAMES);
  const userIds = [...references.userIds].slice(0, MAX_NAMES);
  const groups = [...references.groups].slice(0, MAX_NAMES);
  const channels = [...references.channels].slice(0, MAX_NAMES).map(channelKey);
  const emoji = [...references.emoji].slice(0, MAX_NAMES);
  const parts: SQL[] = [];
  const part = (name: keyof Rows, isWanted: boolean, query: SQL) =>
    parts.push(
      sql`${isWanted ? sql`(SELECT json_agg(t) FROM (${query}) t)` : sql`NULL::json`} AS ${sql.identifier(name)}`,
    );
  // The unfolded name is compared as well: without a locale, the database's lower() changes ASCII letters only.
  part(
    'users',
    users.length > 0 || userIds.length > 0,
    sql`SELECT id, full_name, is_active FROM account
      WHERE full_name = ANY(${array(users, 'text')}) OR lower(full_name) = ANY(${array(users.map(lookupKey), 'text')})
        OR id = ANY(${array(userIds, 'int8')})`,
  );
  part(
    'groups',
    groups.length > 0,
    sql`SELECT id, name FROM user_group WHERE NOT deactivated
      AND (name = ANY(${array(groups, 'text')}) OR lower(name) = ANY(${array(groups.map(lookupKey), 'text')}))`,
  );
  part(
    'channels',
    channels.length > 0,
    sql`SELECT c.id, c.name FROM channel c WHERE c.name_key = ANY(${array(channels, 'text')}) AND ${knownChannel(author)}`,
  );
  part(
    'emoji',
    emoji.length > 0,
    sql`SELECT id, name, path FROM emoji WHERE NOT deactivated AND name = ANY(${array(emoji, 'text')})`,
  );
  if (Object.values(references).every((names: Set<unknown>) => names.size === 0)) return undefined;
  return db.one<Rows>(sql`SELECT ${sql.join(parts, sql`, `)}`);
}

function byName(things: readonly NamedThing[] | null): Map<string, NamedThing> {
  return new Map((things ?? []).map((thing) => [lookupKey(thing.name), thing]));
}

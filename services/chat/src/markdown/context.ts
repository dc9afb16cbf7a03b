import type { CompiledLinkifier } from '../linkifiers/match.js';

/** The fields of a person or bot that a mention needs. */
export interface MentionedUser {
  id: number;
  fullName: string;
  isActive: boolean;
}

export interface NamedThing {
  id: number;
  name: string;
}

export interface CustomEmoji {
  id: number;
  name: string;
  /** URL as a path on this server. */
  url: string;
}

/**
 * Data that rendering may look up. The data is read before rendering, so that rendering is synchronous and needs no
 * database. Keys are names as `lookupKey` folds them.
 */
export interface RenderContext {
  users: ReadonlyMap<string, readonly MentionedUser[]>;
  groups: ReadonlyMap<string, NamedThing>;
  /** The channels that the author may know of. A link to another channel would reveal that the channel exists. */
  channels: ReadonlyMap<string, NamedThing>;
  emoji: ReadonlyMap<string, CustomEmoji>;
  linkifiers: readonly CompiledLinkifier[];
  /** True if emoticons such as `:)` become emoji, which is a setting of the author. */
  translateEmoticons: boolean;
}

export interface Mentions {
  userIds: number[];
  groupIds: number[];
  /** `@**all**`, `@**everyone**`, `@**channel**` or `@**stream**`. */
  channelWildcard: boolean;
  topicWildcard: boolean;
}

export interface Rendered {
  html: string;
  /** Users and groups to notify. Silent mentions and mentions in quotes are left out. */
  mentions: Mentions;
  /** Paths of uploads without the leading `/user_uploads/`, in order and without repeats. */
  uploads: string[];
  hasLink: boolean;
  hasImage: boolean;
}

export const EMPTY_CONTEXT: RenderContext = {
  users: new Map(),
  groups: new Map(),
  channels: new Map(),
  emoji: new Map(),
  linkifiers: [],
  translateEmoticons: false,
};

export function plainName(name: string): string {
  return name.normalize('NFC').trim();
}

/** Returns the key of a name: names are compared without case and after Unicode normalisation. */
export function lookupKey(name: string): string {
  return plainName(name).toLowerCase();
}

/** Returns true for a message that starts with `/me `, which describes its author's action. */
export function isMeMessage(source: string): boolean {
  return source.startsWith('/me ');
}

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
  /** Path on this server. */
  url: string;
}

/**
 * Data that rendering may look up, fetched beforehand, so that rendering is synchronous and needs no database. Keys are
 * names as `lookupKey` folds them.
 */
export interface RenderContext {
  users: ReadonlyMap<string, readonly MentionedUser[]>;
  groups: ReadonlyMap<string, NamedThing>;
  /** Only channels that the author may know of: a link must not reveal that a private channel exists. */
  channels: ReadonlyMap<string, NamedThing>;
  emoji: ReadonlyMap<string, CustomEmoji>;
  linkifiers: readonly CompiledLinkifier[];
  /** `:)` becomes an emoji: a setting of the author. */
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
  /** Targets to notify. Silent mentions and mentions in quotes are left out. */
  mentions: Mentions;
  /** Upload paths without the leading `/user_uploads/`, each once, in order. */
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

/** Names compare without case and after Unicode normalisation. */
export function lookupKey(name: string): string {
  return plainName(name).toLowerCase();
}

/** A message that starts with `/me ` describes its author's action. */
export function isMeMessage(source: string): boolean {
  return source.startsWith('/me ');
}

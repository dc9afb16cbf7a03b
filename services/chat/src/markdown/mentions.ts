import type { MarkdownIt, Token } from 'markdown-it';
import { lookupKey, type MentionedUser, type NamedThing, type RenderContext } from './context.js';
import { environmentOf } from './environment.js';
import { splitMention } from './references.js';

const USER = /@(_?)\*\*([^*\n]{1,120})\*\*/y;
const GROUP = /@(_?)\*([^*\n]{1,120})\*/y;
const CHANNEL_WILDCARDS = new Set(['all', 'everyone', 'channel', 'stream']);

type Target =
  | { kind: 'user'; user: MentionedUser }
  | { kind: 'group'; group: NamedThing }
  | { kind: 'channel' | 'topic'; word: string };

interface Mention {
  target: Target;
  silent: boolean;
}

/** `@**Name**`, `@**Name|id**`, `@_**silent**`, `@*group*` and the wildcards. An unknown name remains plain text. */
export function installMentions(md: MarkdownIt): void {
  md.inline.ruler.before('emphasis', 'mention', (state, silent) => {
    if (state.src.charCodeAt(state.pos) !== 0x40) return false;
    const { context } = environmentOf(state.env);
    const found = userMention(state.src, state.pos, context) ?? groupMention(state.src, state.pos, context);
    if (found === undefined) return false;
    if (!silent) state.push('mention', 'span', 0).meta = found.mention;
    state.pos = found.end;
    return true;
  });
  // Mentions to notify are collected after all blocks are parsed: only then is it known which mentions are in quotes,
  // and these do not notify.
  md.core.ruler.after('inline', 'mention_notify', (state) => {
    const { mentions } = environmentOf(state.env);
    let quotes = 0;
    for (const block of state.tokens) {
      if (block.type === 'blockquote_open') quotes++;
      else if (block.type === 'blockquote_close') quotes--;
      for (const token of block.children ?? []) {
        if (token.type !== 'mention') continue;
        const mention = token.meta as unknown as Mention;
        if (quotes > 0) mention.silent = true;
        if (!mention.silent) notify(mentions, mention.target);
      }
    }
  });
  md.renderer.rules.mention = (tokens, index) => renderMention(tokens[index]!, md.utils.escapeHtml);
}

function userMention(source: string, at: number, context: RenderContext) {
  USER.lastIndex = at;
  const match = USER.exec(source);
  if (match === null) return undefined;
  const text = match[2]!;
  const word = text.toLowerCase();
  let target: Target | undefined;
  if (CHANNEL_WILDCARDS.has(word)) target = { kind: 'channel', word: text };
  else if (word === 'topic') target = { kind: 'topic', word: text };
  else {
    const user = findUser(text, context);
    if (user !== undefined) target = { kind: 'user', user };
  }
  if (target === undefined) return undefined;
  // Mentions of deactivated accounts do not notify.
  const silent = match[1] === '_' || (target.kind === 'user' && !target.user.isActive);
  return { mention: { target, silent } satisfies Mention, end: USER.lastIndex };
}

function groupMention(source: string, at: number, context: RenderContext) {
  GROUP.lastIndex = at;
  const match = GROUP.exec(source);
  const group = match === null ? undefined : context.groups.get(lookupKey(match[2]!));
  if (match === null || group === undefined) return undefined;
  const mention: Mention = { target: { kind: 'group', group }, silent: match[1] === '_' };
  return { mention, end: GROUP.lastIndex };
}

/**
 * Returns the mentioned user. If the mention has an id, its name must be the name of that account, or be absent.
 * Without an id, the name means the oldest active account of that name.
 */
function findUser(text: string, context: RenderContext): MentionedUser | undefined {
  const { name, id } = splitMention(text);
  if (id !== undefined) {
    const candidates = name === '' ? [...context.users.values()].flat() : context.users.get(lookupKey(name));
    const user = candidates?.find((candidate) => candidate.id === id);
    if (user !== undefined) return user;
  }
  const named = context.users.get(lookupKey(text)) ?? [];
  const byAge = [...named].sort((a, b) => Number(b.isActive) - Number(a.isActive) || a.id - b.id);
  return byAge[0];
}

function notify(mentions: ReturnType<typeof environmentOf>['mentions'], target: Target): void {
  if (target.kind === 'user') mentions.userIds.add(target.user.id);
  else if (target.kind === 'group') mentions.groupIds.add(target.group.id);
  else if (target.kind === 'channel') mentions.channelWildcard = true;
  else mentions.topicWildcard = true;
}

function renderMention(token: Token, escapeHtml: (text: string) => string): string {
  const { target, silent } = token.meta as unknown as Mention;
  const at = silent ? '' : '@';
  const quiet = silent ? ' silent' : '';
  switch (target.kind) {
    case 'user':
      return `<span class="user-mention${quiet}" data-user-id="${target.user.id}">${at}${escapeHtml(target.user.fullName)}</span>`;
    case 'group':
      return `<span class="user-group-mention${quiet}" data-user-group-id="${target.group.id}">${at}${escapeHtml(target.group.name)}</span>`;
    case 'channel':
      return `<span class="user-mention channel-wildcard-mention${quiet}" data-user-id="*">${at}${escapeHtml(target.word)}</span>`;
    case 'topic':
      return `<span class="topic-mention${quiet}">${at}${escapeHtml(target.word)}</span>`;
  }
}

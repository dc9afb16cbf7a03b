import { tick } from 'svelte';
import { composer } from '../composer/composer.svelte.js';
import { peopleOfKey } from '../places/conversation.js';
import { destinationOf, directNarrow, isNarrow, topicNarrow } from '../places/narrow.js';
import { go, place } from '../places/place.svelte.js';
import { session } from '../session.svelte.js';
import { panels } from './panels.svelte.js';

interface Movable {
  select(steps: number): void;
  toEnd(): void;
}

/** Keys of the whole page, which `?` lists. */
export const KEYS: readonly (readonly [keys: string, does: string])[] = [
  ['j or ↓, k or ↑', 'next, previous message'],
  ['End', 'newest message'],
  ['n', 'next unread topic'],
  ['p', 'next unread direct message'],
  ['c', 'write to this conversation, or to a channel'],
  ['x', 'write a direct message'],
  ['r or Enter', 'reply to the chosen message'],
  ['>', 'quote the chosen message'],
  [':', 'react to it'],
  ['+', 'react with 👍'],
  ['*', 'star it'],
  ['e', 'edit it, or see its source if it is not yours'],
  ['m', 'move it'],
  ['Shift+U', 'mark unread from here'],
  ['Delete', 'delete it'],
  ['s, Shift+S', 'open its topic, its channel'],
  ['/', 'search'],
  ['q', 'find a channel'],
  ['w', 'find a person'],
  ['i', 'inbox'],
  ['↑ in an empty message', 'edit your last message'],
  ['Ctrl+Enter', 'send (or Enter, if set so in the settings)'],
  ['Escape', 'leave a field; go to the home view'],
  ['?', 'this list'],
];

/** Handles a key; returns true if the key has a meaning. */
export function pageKey(event: KeyboardEvent, conversation: Movable | undefined): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  const target = event.target as HTMLElement;
  const isWriting = target.matches('input, textarea, select, [contenteditable]');
  if (document.querySelector('dialog[open]') !== null) return false;
  if (event.key === 'Escape') return leave(target, isWriting);
  if (isWriting) return false;
  switch (event.key) {
    case 'j':
    case 'ArrowDown':
      if (conversation === undefined || (event.key !== 'j' && !isOnMessages(target))) return false;
      conversation.select(1);
      return true;
    case 'k':
    case 'ArrowUp':
      if (conversation === undefined || (event.key !== 'k' && !isOnMessages(target))) return false;
      conversation.select(-1);
      return true;
    case 'End':
      conversation?.toEnd();
      return conversation !== undefined;
    case 'n':
      return nextUnread('c:');
    case 'p':
      return nextUnread('d:');
    case 'c':
      write();
      return true;
    case 'x':
      writeDirect();
      return true;
    case '/':
      panels.isSearching = true;
      return true;
    case 'q':
      return focus('#channel-filter');
    case 'w':
      panels.showsPeople = true;
      void tick().then(() => focus('#people-filter'));
      return true;
    case 'i':
      go('#inbox');
      return true;
    case '?':
      panels.showsHelp = true;
      return true;
    default:
      return false;
  }
}

const isOnMessages = (target: HTMLElement): boolean =>
  target.closest('[data-message-id], .scroller') !== null || target === document.body;

function focus(selector: string): boolean {
  document.querySelector<HTMLElement>(selector)?.focus();
  return true;
}

function leave(target: HTMLElement, isWriting: boolean): boolean {
  if (isWriting) {
    target.blur();
    return true;
  }
  if (session.team.organization.settings.web_escape_navigates_to_home_view === false) return false;
  go('#');
  return true;
}

function write(): void {
  const here = place();
  const destination = here.kind === 'narrow' ? destinationOf(here.narrow) : undefined;
  const [first] = session.team.channels.subscribed;
  if (destination !== undefined) composer.open(destination);
  else if (first !== undefined) {
    if (here.kind !== 'narrow') go(`#narrow/channel/${first.stream_id}`);
    void tick().then(() => composer.open({ kind: 'channel', channelId: first.stream_id, topic: undefined }));
  }
}

/** Opens the composer for a new direct message. */
export function writeDirect(): void {
  if (place().kind !== 'narrow') go(isNarrow('dm'));
  // The composer is opened after the view, because opening a view closes the composer.
  void tick().then(() => composer.open({ kind: 'direct', userIds: [] }));
}

/** Opens the next conversation with unread messages, other than the open one. */
function nextUnread(kind: 'c:' | 'd:'): boolean {
  const { unread, channels, people } = session.team;
  const here = place();
  const current = here.kind === 'narrow' ? JSON.stringify(destinationOf(here.narrow)) : '';
  for (const key of unread.counts.keys()) {
    if (!key.startsWith(kind)) continue;
    const [, id = '0'] = key.split(':');
    const topic = unread.topicOf(key);
    if (kind === 'c:' && channels.isTopicMuted(Number(id), topic)) continue;
    const narrow = kind === 'c:' ? topicNarrow(Number(id), topic) : directNarrow(peopleOfKey(key));
    if (kind === 'd:' && peopleOfKey(key).every((other) => people.muted.has(other))) continue;
    if (JSON.stringify(destinationOf(narrow)) === current) continue;
    go(narrow);
    return true;
  }
  return true;
}

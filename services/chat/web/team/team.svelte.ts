import { SvelteSet } from 'svelte/reactivity';
import { call } from '../api/call.js';
import type { Event, Message, Snapshot } from '../api/types.js';
import { directKey, keyOf, othersOf } from '../places/conversation.js';
import type { Narrow } from '../places/narrow.js';
import { Channels } from './channels.svelte.js';
import { Messages } from './messages.svelte.js';
import { Organization } from './organization.svelte.js';
import { Outbox } from './outbox.svelte.js';
import type { Part } from './part.js';
import { People } from './people.svelte.js';
import { Queue } from './queue.svelte.js';
import { Typing, TypingReports } from './typing.svelte.js';
import { Unread } from './unread.svelte.js';
import { View } from './view.svelte.js';

const PRESENCE_MS = 60_000;
const IDLE_AFTER_MS = 5 * 60_000;
/** Messages that are marked as read within this delay are sent in one request. */
const MARK_MS = 400;

/** A direct conversation, identified by its people without the reader. */
export interface DirectConversation {
  userIds: readonly number[];
  newest: number;
}

/** The page's data of the organization, kept up to date. */
export class Team {
  readonly people = new People();
  readonly channels = new Channels();
  readonly organization = new Organization();
  readonly messages = new Messages();
  readonly unread = new Unread(() => this.people.me);
  readonly typing = new Typing(() => this.people.me);
  readonly reports = new TypingReports(
    (kind) =>
      this.organization.settings[
        kind === 'direct' ? 'send_private_typing_notifications' : 'send_stream_typing_notifications'
      ] !== false,
  );
  readonly outbox = new Outbox(
    () => this.people.me,
    () => this.queue.id,
    (id) => this.messages.get(id) !== undefined,
  );
  readonly queue: Queue;
  direct = $state.raw<readonly DirectConversation[]>([]);
  /** Incremented when all data has been loaded again. Views then fetch the messages around the reader's position. */
  generation = $state(0);
  readonly #views = new Set<View>();
  readonly #parts: readonly Part[] = [
    this.people,
    this.channels,
    this.organization,
    this.messages,
    this.unread,
    this.typing,
  ];
  readonly #listeners = new Set<(event: Event, message?: Message) => void>();
  readonly #toMark = new SvelteSet<number>();
  #markTimer: ReturnType<typeof setTimeout> | undefined;
  #presenceTimer: ReturnType<typeof setInterval> | undefined;
  #lastInput = Date.now();

  constructor() {
    this.queue = new Queue({
      onSnapshot: (snapshot) => this.#load(snapshot),
      onEvents: (events) => {
        for (const event of events) this.#apply(event);
      },
      onConnected: () => {
        void this.outbox.flush();
        void this.#markNow();
      },
    });
  }

  async start(): Promise<void> {
    await this.queue.start();
    this.outbox.restore();
    this.#presenceTimer = setInterval(() => this.#reportPresence(), PRESENCE_MS);
    this.#reportPresence();
    for (const type of ['keydown', 'pointerdown', 'pointermove']) addEventListener(type, this.#noteInput);
  }

  stop(): void {
    this.queue.stop();
    this.people.stop();
    this.reports.stopped();
    clearInterval(this.#presenceTimer);
    clearTimeout(this.#markTimer);
    for (const type of ['keydown', 'pointerdown', 'pointermove']) removeEventListener(type, this.#noteInput);
  }

  readonly #noteInput = (): void => {
    this.#lastInput = Date.now();
  };

  #reportPresence(): void {
    const isIdle = Date.now() - this.#lastInput > IDLE_AFTER_MS;
    call('POST', '/users/me/presence', {
      status: isIdle ? 'idle' : 'active',
      ping_only: true,
      client: 'website',
    }).catch(() => {});
  }

  #load(snapshot: Snapshot): void {
    for (const part of this.#parts) part.load(snapshot);
    const me = this.people.me;
    this.direct = snapshot.recent_private_conversations.map(
      ({ user_ids, max_message_id }: { user_ids: number[]; max_message_id: number }) => ({
        userIds: user_ids.length === 0 ? [me] : user_ids,
        newest: max_message_id,
      }),
    );
    this.outbox.settle();
    this.generation++;
  }

  #apply(event: Event): void {
    if (event.type === 'message') this.#arrived(event);
    else {
      for (const part of this.#parts) part.on[event.type]?.(event);
      for (const view of this.#views) view.onEvent(event);
      for (const listener of this.#listeners) listener(event);
    }
  }

  #arrived(event: Event): void {
    const message: Message = { ...event.message, flags: event.flags };
    const me = this.people.me;
    if (!message.flags.includes('read')) this.unread.add(message);
    if (message.type === 'stream') this.channels.noteMessage(message);
    else this.#noteDirect(message);
    this.typing.end(keyOf(message, me), message.sender_id);
    for (const view of this.#views) view.add(message);
    this.outbox.arrived(message, event.local_message_id);
    for (const listener of this.#listeners) listener(event, message);
  }

  #noteDirect(message: Message): void {
    const me = this.people.me;
    const userIds = othersOf(message, me);
    const key = directKey(userIds, me);
    const rest = this.direct.filter((other) => directKey(other.userIds, me) !== key);
    this.direct = [{ userIds, newest: message.id }, ...rest];
  }

  /** Opens a view of a narrow's messages, which is kept up to date until `close`. */
  view(narrow: Narrow): View {
    const view = new View(narrow, this.messages, () => this.people.me);
    this.#views.add(view);
    return view;
  }

  close(view: View): void {
    this.#views.delete(view);
    this.messages.keep(new Set([...this.#views].flatMap(({ ids }) => ids)));
  }

  /** Calls the listener for each event. Returns a function that removes the listener. */
  listen(listener: (event: Event, message?: Message) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Marks messages as read on the page immediately, and on the server after a short delay. */
  markRead(ids: readonly number[]): void {
    const unread = ids.filter((id) => this.unread.has(id) && !this.#toMark.has(id));
    if (unread.length === 0) return;
    for (const id of unread) this.#toMark.add(id);
    this.unread.remove(unread);
    clearTimeout(this.#markTimer);
    this.#markTimer = setTimeout(() => void this.#markNow(), MARK_MS);
  }

  async #markNow(): Promise<void> {
    const messages = [...this.#toMark];
    if (messages.length === 0) return;
    try {
      await this.setFlag(messages, 'read', 'add');
      for (const id of messages) this.#toMark.delete(id);
    } catch {
      // The marks are kept, and are sent when the connection is back.
    }
  }

  async setFlag(messages: readonly number[], flag: 'read' | 'starred', op: 'add' | 'remove'): Promise<void> {
    await call('POST', '/messages/flags', { messages, flag, op });
  }
}

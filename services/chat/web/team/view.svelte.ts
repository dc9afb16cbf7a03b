import { ApiError, call, Unreachable } from '../api/call.js';
import type { Event, Message } from '../api/types.js';
import { foldTopic, matches } from '../places/conversation.js';
import { apiNarrow, type Narrow, termOf } from '../places/narrow.js';
import type { Messages } from './messages.svelte.js';

const FIRST_PAGE = 40;
const PAGE = 40;
/**
 * Maximum number of messages in a view. Further messages are removed at the opposite end, and fetched again on demand.
 */
const MOST = 300;

export type Anchor = number | 'first_unread' | 'newest';

interface Page {
  messages: Message[];
  anchor?: number;
  found_oldest: boolean;
  found_newest: boolean;
}

/** A part of a narrow's messages, which moves with the reader and grows as messages arrive. */
export class View {
  readonly narrow: Narrow;
  ids = $state.raw<readonly number[]>([]);
  foundOldest = $state(false);
  foundNewest = $state(false);
  /** True until the first messages have arrived. */
  isOpening = $state(true);
  problem = $state('');
  /**
   * Message to which the view scrolls after opening: the requested message, or the first unread message; undefined
   * means the newest.
   */
  target = $state<number | undefined>();
  /** The message that was the first unread message when the view was opened. */
  firstUnread = $state<number | undefined>();
  /** Messages that arrived by events while a page of messages was being fetched. */
  #late: Message[] = [];
  #isLoading = false;
  #opening = 0;
  readonly #messages: Messages;
  readonly #me: () => number;

  constructor(narrow: Narrow, messages: Messages, me: () => number) {
    this.narrow = narrow;
    this.#messages = messages;
    this.#me = me;
  }

  /** Replaces the shown messages by the messages around the anchor. */
  async open(anchor: Anchor): Promise<void> {
    const opening = ++this.#opening;
    this.problem = '';
    this.#isLoading = true;
    this.#late = [];
    try {
      const page = await this.#fetch(anchor, FIRST_PAGE, anchor === 'newest' ? 0 : FIRST_PAGE);
      if (opening !== this.#opening) return;
      this.foundOldest = page.found_oldest;
      this.foundNewest = page.found_newest;
      const unread = page.messages.find((message) => !message.flags.includes('read'));
      this.firstUnread = unread?.id;
      this.target = typeof anchor === 'number' ? anchor : anchor === 'newest' ? undefined : unread?.id;
      this.ids = page.messages.map(({ id }) => id);
      this.#addLate();
      this.isOpening = false;
    } catch (error) {
      if (opening === this.#opening) this.problem = problemOf(error);
    } finally {
      if (opening === this.#opening) this.#isLoading = false;
    }
  }

  async older(): Promise<void> {
    const [first] = this.ids;
    if (this.foundOldest || this.#isLoading || first === undefined) return;
    await this.#extend(first, PAGE, 0, (page) => {
      this.foundOldest = page.found_oldest;
      const all = [...this.#fresh(page), ...this.ids];
      if (all.length > MOST) this.foundNewest = false;
      this.ids = all.slice(0, MOST);
    });
  }

  async newer(): Promise<void> {
    const last = this.ids.at(-1);
    if (this.foundNewest || this.#isLoading || last === undefined) return;
    await this.#extend(last, 0, PAGE, (page) => {
      this.foundNewest = page.found_newest;
      const all = [...this.ids, ...this.#fresh(page)];
      if (all.length > MOST) this.foundOldest = false;
      this.ids = all.slice(-MOST);
      this.#addLate();
    });
  }

  async #extend(anchor: number, before: number, after: number, use: (page: Page) => void): Promise<void> {
    this.#isLoading = true;
    const opening = this.#opening;
    try {
      const page = await this.#fetch(anchor, before, after);
      if (opening === this.#opening) use(page);
    } catch (error) {
      // If fetching fails, the next scrolling tries again.
      if (!(error instanceof Unreachable)) this.problem = problemOf(error);
    } finally {
      if (opening === this.#opening) this.#isLoading = false;
    }
  }

  async #fetch(anchor: Anchor, before: number, after: number): Promise<Page> {
    const near = termOf(this.narrow, 'near')?.operand;
    const page = await call<Page>('GET', '/messages', {
      anchor: String(anchor === 'newest' && typeof near === 'number' ? near : anchor),
      num_before: before,
      num_after: after,
      narrow: apiNarrow(this.narrow),
      client_gravatar: false,
      allow_empty_topic_name: true,
    });
    for (const message of page.messages) this.#messages.put(message);
    return page;
  }

  #fresh(page: Page): number[] {
    const known = new Set(this.ids);
    return page.messages.map(({ id }) => id).filter((id) => !known.has(id));
  }

  /** Adds an arrived message; returns true if the view shows it. */
  add(message: Message): boolean {
    if (matches(message, this.narrow, this.#me()) !== true) return false;
    if (this.#isLoading) this.#late.push(message);
    if (this.isOpening || !this.foundNewest) return false;
    this.#append(message);
    return true;
  }

  #append(message: Message): void {
    if (message.id <= (this.ids.at(-1) ?? 0)) return;
    this.#messages.put(message);
    this.ids = [...this.ids, message.id].slice(-MOST * 2);
  }

  #addLate(): void {
    if (!this.foundNewest) return;
    for (const message of this.#late) this.#append(message);
    this.#late = [];
  }

  /** Adds or removes messages after an event has changed which messages match the narrow. */
  onEvent(event: Event): void {
    if (event.type === 'delete_message') {
      const gone = new Set<number>(event.message_ids);
      if (this.ids.some((id) => gone.has(id))) this.ids = this.ids.filter((id) => !gone.has(id));
    } else if (event.type === 'update_message' && (event.subject ?? event.new_stream_id) !== undefined)
      this.#onMove(event);
  }

  #onMove({ message_ids, stream_id, new_stream_id, orig_subject, subject }: Event): void {
    const stays = this.ids.filter((id) => {
      const message = this.#messages.get(id);
      return message === undefined || matches(message, this.narrow, this.#me()) !== false;
    });
    if (stays.length < this.ids.length) this.ids = stays;
    const channel = termOf(this.narrow, 'channel')?.operand;
    const topic = termOf(this.narrow, 'topic')?.operand;
    const arrives =
      channel === (new_stream_id ?? stream_id) &&
      (topic === undefined || foldTopic(String(topic)) === foldTopic(subject ?? orig_subject));
    const missing = (message_ids as number[]).some((id) => !this.ids.includes(id));
    if (arrives && missing && !this.isOpening) void this.open(this.ids.at(-1) ?? 'newest');
  }
}

export function problemOf(error: unknown): string {
  if (error instanceof ApiError || error instanceof Unreachable) return error.message;
  throw error;
}

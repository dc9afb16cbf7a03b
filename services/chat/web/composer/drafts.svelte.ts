import { SvelteMap } from 'svelte/reactivity';
import { ApiError, call, Unreachable } from '../api/call.js';
import { foldTopic } from '../places/conversation.js';
import type { Destination } from '../places/narrow.js';
import { session } from '../session.svelte.js';
import type { ServerDraft } from '../team/organization.svelte.js';

export interface Draft {
  destination: Destination;
  text: string;
  /** Time of the last change in UNIX seconds. */
  time: number;
  /** Id on the server, if the server has this text. */
  id?: number;
}

/** A draft is sent to the server when its text has not changed for this time. */
const SYNC_MS = 2_000;

/**
 * Unsent messages by destination. Drafts are stored in the browser at once, for all its windows, and on the server
 * after a short time, for other devices.
 */
export class Drafts {
  readonly all = new SvelteMap<string, Draft>();
  /** Ids of the server's drafts. */
  readonly #ids = new Map<string, number>();
  /**
   * Ids of the server's drafts when the page last read them. If one of these ids is missing later, its draft was sent
   * or discarded in another window or on another device.
   */
  #seen: ReadonlySet<number> = new Set();
  /**
   * Ids of the server's superfluous drafts: a newer draft has the same destination. Two windows can create both at the
   * same time.
   */
  #doubles: number[] = [];
  #owner = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isSending = false;
  readonly #onChange: () => void;

  /** `onChange` is called when another window or device has changed a draft. */
  constructor(onChange: () => void) {
    this.#onChange = onChange;
    addEventListener('storage', ({ key }) => {
      if (key !== this.#name()) return;
      this.#read();
      this.#onChange();
    });
  }

  #name(): string {
    return `chat-drafts-${this.#owner}`;
  }

  /** Loads the drafts of the signed-in user. */
  load(): void {
    this.#owner = session.team.people.me;
    this.#ids.clear();
    this.#read();
    this.#seen = new Set([...this.all.values()].flatMap(({ id }) => id ?? []));
  }

  #read(): void {
    this.all.clear();
    try {
      const kept = JSON.parse(localStorage.getItem(this.#name()) ?? '{}') as Record<string, Draft>;
      for (const [key, draft] of Object.entries(kept)) this.all.set(key, draft);
    } catch {
      // The browser may deny storage. Without storage, drafts last as long as the page.
    }
  }

  #write(): void {
    try {
      localStorage.setItem(this.#name(), JSON.stringify(Object.fromEntries(this.all)));
    } catch {
      // The browser may deny storage, or its storage may be full.
    }
  }

  get(destination: Destination): string {
    return this.all.get(keyOf(destination))?.text ?? '';
  }

  set(destination: Destination, text: string): void {
    if (text.trim() === '') this.drop(destination);
    else if (this.get(destination) !== text) {
      this.all.set(keyOf(destination), { destination, text, time: Date.now() / 1000 });
      this.#write();
      this.#sendSoon();
    }
  }

  drop(destination: Destination): void {
    if (!this.all.delete(keyOf(destination))) return;
    this.#write();
    this.#sendSoon();
  }

  /**
   * Takes over all drafts of the server, the least recently edited draft first. Newer texts of this window are kept.
   */
  use(given: readonly ServerDraft[]): void {
    const newest = new Map(given.map((draft) => [keyOf(destinationOf(draft)), draft]));
    this.#doubles = given
      .filter((draft) => newest.get(keyOf(destinationOf(draft))) !== draft)
      .map(({ id }) => id);
    for (const [key, draft] of newest) {
      const here = this.all.get(key);
      const isDropped = here === undefined && this.#ids.get(key) === draft.id;
      const isNewer = here !== undefined && here.id === undefined && here.time >= draft.timestamp;
      this.#ids.set(key, draft.id);
      if (isDropped || isNewer) continue;
      const { id, content, timestamp: time } = draft;
      // The server removes blanks at the end, but the reader may be about to continue after them.
      const text = here?.text.trimEnd() === content ? here.text : content;
      this.all.set(key, { destination: here?.destination ?? destinationOf(draft), text, time, id });
    }
    for (const [key, { id }] of this.all)
      if (id !== undefined && this.#seen.has(id) && newest.get(key)?.id !== id) this.all.delete(key);
    this.#seen = new Set(given.map(({ id }) => id));
    for (const key of this.#ids.keys()) if (!newest.has(key)) this.#ids.delete(key);
    this.#write();
    this.#onChange();
    this.#sendSoon();
  }

  #sendSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#send(), SYNC_MS);
  }

  /** Sends all differences to the server. If this fails, it is tried again after the next change. */
  async #send(): Promise<void> {
    if (session.team.organization.settings.enable_drafts_synchronization === false) return;
    if (this.#isSending) return this.#sendSoon();
    this.#isSending = true;
    try {
      for (const [key, draft] of [...this.all]) if (draft.id === undefined) await this.#sendOne(key, draft);
      const dropped = [...this.#ids].filter(([key]) => !this.all.has(key));
      for (const [key] of dropped) this.#ids.delete(key);
      for (const id of [...dropped.map(([, id]) => id), ...this.#doubles.splice(0)])
        await call('DELETE', `/drafts/${id}`);
    } catch (error) {
      if (!(error instanceof ApiError) && !(error instanceof Unreachable)) throw error;
    } finally {
      this.#isSending = false;
    }
  }

  async #sendOne(key: string, { destination, text, time }: Draft): Promise<void> {
    const draft = { ...targetOf(destination), content: text, timestamp: time };
    const known = this.#ids.get(key);
    let id = known;
    if (known === undefined) {
      const { ids } = await call<{ ids: number[] }>('POST', '/drafts', { drafts: [draft] });
      id = ids[0];
    } else await call('PATCH', `/drafts/${known}`, { draft });
    if (id === undefined) return;
    this.#ids.set(key, id);
    // The text may have changed while the request was running.
    const now = this.all.get(key);
    if (now?.text !== text) return;
    this.all.set(key, { ...now, id });
    this.#write();
  }
}

function keyOf(destination: Destination): string {
  return destination.kind === 'channel'
    ? `c:${destination.channelId}:${foldTopic(destination.topic ?? '')}`
    : `d:${[...destination.userIds].sort((a, b) => a - b).join(',')}`;
}

const targetOf = (destination: Destination) =>
  destination.kind === 'channel'
    ? { type: 'stream', to: [destination.channelId], topic: destination.topic ?? '' }
    : { type: 'private', to: destination.userIds, topic: '' };

function destinationOf({ type, to, topic }: ServerDraft): Destination {
  const [channelId] = to;
  return type === 'stream' && channelId !== undefined
    ? { kind: 'channel', channelId, topic: topic === '' ? undefined : topic }
    : { kind: 'direct', userIds: to };
}

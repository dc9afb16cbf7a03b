import { SvelteMap } from 'svelte/reactivity';
import { foldTopic } from '../places/conversation.js';
import type { Destination } from '../places/narrow.js';
import { session } from '../session.svelte.js';

export interface Draft {
  destination: Destination;
  text: string;
  /** UNIX seconds. */
  time: number;
}

/** Unsent messages by destination, stored in the browser and shared by all its windows. */
export class Drafts {
  readonly all = new SvelteMap<string, Draft>();
  #owner = 0;

  constructor() {
    addEventListener('storage', ({ key }) => {
      if (key === this.#name()) this.#read();
    });
  }

  #name(): string {
    return `chat-drafts-${this.#owner}`;
  }

  /** Loads the drafts of the signed-in user. */
  load(): void {
    this.#owner = session.team.people.me;
    this.#read();
  }

  #read(): void {
    this.all.clear();
    try {
      const kept = JSON.parse(localStorage.getItem(this.#name()) ?? '{}') as Record<string, Draft>;
      for (const [key, draft] of Object.entries(kept)) this.all.set(key, draft);
    } catch {
      // The browser may deny storage: then drafts last as long as the page.
    }
  }

  #write(): void {
    try {
      localStorage.setItem(this.#name(), JSON.stringify(Object.fromEntries(this.all)));
    } catch {
      // Storage may be denied or full.
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
    }
  }

  drop(destination: Destination): void {
    if (this.all.delete(keyOf(destination))) this.#write();
  }
}

function keyOf(destination: Destination): string {
  return destination.kind === 'channel'
    ? `c:${destination.channelId}:${foldTopic(destination.topic ?? '')}`
    : `d:${[...destination.userIds].sort((a, b) => a - b).join(',')}`;
}

import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import type { Event, Message, Reaction, Snapshot } from '../api/types.js';
import type { Part } from './part.js';

/** Messages of all open views, by id. A change replaces the old object with a new one. */
export class Messages implements Part {
  readonly #messages = new SvelteMap<number, Message>();
  readonly starred = new SvelteSet<number>();

  load(snapshot: Snapshot): void {
    this.#messages.clear();
    this.starred.clear();
    for (const id of snapshot.starred_messages) this.starred.add(id);
  }

  get(id: number): Message | undefined {
    return this.#messages.get(id);
  }

  put(message: Message): void {
    this.#messages.set(message.id, message);
  }

  /** Keeps the given messages and drops all other messages, so that memory does not grow over hours of reading. */
  keep(ids: ReadonlySet<number>): void {
    for (const id of this.#messages.keys()) if (!ids.has(id)) this.#messages.delete(id);
  }

  get size(): number {
    return this.#messages.size;
  }

  #change(id: number, change: (message: Message) => Partial<Message>): void {
    const message = this.#messages.get(id);
    if (message !== undefined) this.#messages.set(id, { ...message, ...change(message) });
  }

  readonly on = {
    update_message: (event: Event) => {
      if (event.rendered_content !== undefined)
        this.#change(event.message_id, () => ({
          content: event.rendered_content,
          is_me_message: event.is_me_message ?? false,
          flags: event.flags,
          ...(event.rendering_only ? {} : { last_edit_timestamp: event.edit_timestamp }),
        }));
      if (event.subject === undefined && event.new_stream_id === undefined) return;
      for (const id of event.message_ids)
        this.#change(id, () => ({
          last_moved_timestamp: event.edit_timestamp,
          ...(event.subject === undefined ? {} : { subject: event.subject }),
          ...(event.new_stream_id === undefined ? {} : { stream_id: event.new_stream_id }),
        }));
    },
    delete_message: ({ message_ids }: Event) => {
      for (const id of message_ids) {
        this.#messages.delete(id);
        this.starred.delete(id);
      }
    },
    reaction: ({ op, message_id, user_id, emoji_name, emoji_code, reaction_type }: Event) => {
      const reaction = { user_id, emoji_name, emoji_code, reaction_type };
      this.#change(message_id, ({ reactions }) => {
        const others = reactions.filter((other) => !isSame(other, reaction));
        return { reactions: op === 'add' ? [...others, reaction] : others };
      });
    },
    submessage: ({ submessage_id: id, message_id, sender_id, msg_type, content }: Event) => {
      // The message may already have the submessage, because it was fetched after the event was sent.
      this.#change(message_id, ({ submessages }) => ({
        submessages: [
          ...submessages.filter((other) => other.id !== id),
          { id, message_id, sender_id, msg_type, content },
        ],
      }));
    },
    update_message_flags: ({ op, flag, messages, all }: Event) => {
      const ids: number[] = all ? [...this.#messages.keys()] : messages;
      for (const id of ids) {
        if (flag === 'starred') this.starred[op === 'add' ? 'add' : 'delete'](id);
        this.#change(id, ({ flags }) => {
          const others = flags.filter((other) => other !== flag);
          return { flags: op === 'add' ? [...others, flag] : others };
        });
      }
    },
  };
}

const isSame = (a: Reaction, b: Reaction): boolean =>
  a.user_id === b.user_id && a.emoji_code === b.emoji_code && a.reaction_type === b.reaction_type;

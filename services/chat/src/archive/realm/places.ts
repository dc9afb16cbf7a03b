import { seenName } from '../../names.js';
import { NO_TOPIC } from '../../topics/topic.js';
import { RECIPIENT } from './channels.js';
import { field, type Row } from './export.js';
import { type Intake, insertAll, newRecipients } from './intake.js';

const MAX_TOPIC = 60;

/**
 * Destination of a message: the id of a channel, or the ids of all people of a direct conversation, sender included.
 */
export type Target = { channelId: number } | { people: number[] };

export type Place = { recipientId: number; channelId: number | null };

/** Finds the channels and conversations of messages, and creates missing conversations. */
export class Places {
  readonly #intake: Intake;
  readonly #recipients: Map<number | undefined, Row>;
  readonly #people = new Map<number | undefined, number[]>();
  readonly #conversations = new Map<string, number>();
  #new: { id: number; people: number[] }[] = [];

  constructor(intake: Intake) {
    this.#intake = intake;
    this.#recipients = new Map(intake.data.rows('zerver_recipient').map((row) => [field.id(row, 'id'), row]));
    for (const row of intake.data.rows('zerver_subscription')) {
      const recipient = field.id(row, 'recipient');
      if (this.#recipients.get(recipient)?.type !== RECIPIENT.people) continue;
      this.#people.set(recipient, [
        ...(this.#people.get(recipient) ?? []),
        field.id(row, 'user_profile') ?? -1,
      ]);
    }
    // The export's table of recipients does not have the other server's own bots, so their recipients come from the
    // accounts.
    for (const row of intake.data.rows('zerver_userprofile_crossrealm')) {
      const id = field.id(row, 'recipient_id');
      if (id !== undefined) this.#recipients.set(id, { id, type: RECIPIENT.person, type_id: row.id });
    }
  }

  /** Returns the destination of a message; undefined if its channel, or one of its people, is unknown. */
  target(message: Row): Target | undefined {
    const { accounts, channels } = this.#intake;
    const id = field.id(message, 'recipient');
    const recipient = this.#recipients.get(id);
    if (recipient === undefined) return undefined;
    const target = field.id(recipient, 'type_id') ?? -1;
    if (recipient.type === RECIPIENT.channel) return channels.has(target) ? { channelId: target } : undefined;
    const sender = field.id(message, 'sender') ?? -1;
    const named = recipient.type === RECIPIENT.people ? (this.#people.get(id) ?? []) : [target];
    const people = [sender, ...named].map((person) => accounts.get(person)?.id);
    if (people.includes(undefined)) return undefined;
    return { people: [...new Set(people as number[])].sort((one, other) => one - other) };
  }

  /** Returns the place of a message in the database; undefined if `target` is undefined. */
  async of(message: Row): Promise<Place | undefined> {
    const target = this.target(message);
    if (target === undefined) return undefined;
    if ('people' in target) return { recipientId: await this.#conversation(target.people), channelId: null };
    const { channelId } = target;
    return { recipientId: this.#intake.channels.get(channelId)!.recipientId, channelId };
  }

  async #conversation(people: number[]): Promise<number> {
    const key = people.join(',');
    const known = this.#conversations.get(key);
    if (known !== undefined) return known;
    const [id] = await newRecipients(this.#intake.tx, 1);
    this.#conversations.set(key, id!);
    this.#new.push({ id: id!, people });
    return id!;
  }

  async insertNew(): Promise<void> {
    const { tx } = this.#intake;
    await insertAll(
      tx,
      'recipient',
      this.#new.map(({ id, people }) => ({ id, member_key: people.join(',') })),
    );
    await insertAll(
      tx,
      'recipient_member',
      this.#new.flatMap(({ id, people }) => people.map((user_id) => ({ recipient_id: id, user_id }))),
    );
    this.#new = [];
  }
}

/** Returns the topic of a message in this service's form. */
export function topicOf(row: Row): string {
  const topic = [...seenName(field.text(row, 'subject'))].slice(0, MAX_TOPIC).join('');
  return topic === NO_TOPIC ? '' : topic;
}

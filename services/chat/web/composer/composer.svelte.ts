import { call } from '../api/call.js';
import { foldTopic } from '../places/conversation.js';
import { type Destination, destinationOf, narrowTo } from '../places/narrow.js';
import { go, place } from '../places/place.svelte.js';
import { session } from '../session.svelte.js';
import { notices } from '../shell/notices.svelte.js';
import type { Recipient } from '../team/outbox.svelte.js';
import { problemOf } from '../team/view.svelte.js';
import { Drafts } from './drafts.svelte.js';

/** Destination and text of the message that the reader is writing. */
class Composer {
  /** Undefined while the composer is closed. */
  destination = $state.raw<Destination | undefined>();
  text = $state('');
  /** Incremented each time the text area should get the focus. */
  focusAsked = $state(0);
  readonly drafts = new Drafts(() => {
    if (this.destination !== undefined) this.text = this.drafts.get(this.destination);
  });

  /** Opens the composer at a destination, with the given text or the existing draft. */
  open(destination: Destination, text?: string): void {
    this.#keep();
    this.destination = destination;
    const draft = this.drafts.get(destination);
    this.text = text === undefined ? draft : draft.trim() === '' ? text : `${draft}\n\n${text}`;
    this.focusAsked++;
  }

  /**
   * Changes the destination when the reader opens another view. The written text is kept as a draft of its
   * destination.
   */
  follow(destination: Destination | undefined): void {
    this.#keep();
    this.destination = destination;
    this.text = destination === undefined ? '' : this.drafts.get(destination);
  }

  /** Changes the channel or topic of the unsent message. */
  redirect(destination: Destination): void {
    if (this.destination !== undefined) this.drafts.drop(this.destination);
    this.destination = destination;
    this.#keep();
  }

  typed(text: string): void {
    this.text = text;
    this.#keep();
    if (this.destination !== undefined && text.trim() !== '') session.team.reports.typed(this.destination);
  }

  #keep(): void {
    if (this.destination !== undefined) this.drafts.set(this.destination, this.text);
  }

  /** Returns the destination in the server's form; if it is incomplete, returns the reason as text. */
  check(): Recipient | string {
    const { destination } = this;
    const { organization, channels } = session.team;
    if (destination === undefined) return 'Choose where the message goes.';
    if (this.text.trim() === '') return 'Write something first.';
    if (destination.kind === 'direct')
      return destination.userIds.length === 0 ? 'Choose who the message is for.' : destination;
    if (!channels.all.has(destination.channelId)) return 'Choose a channel.';
    const topic = destination.topic?.trim() ?? '';
    if (topic === '' && !organization.emptyTopicsAllowed) return 'Write a topic.';
    return { kind: 'channel', channelId: destination.channelId, topic };
  }

  /** Returns the reason why the message cannot be sent, or an empty text. */
  send(): string {
    const recipient = this.check();
    if (typeof recipient === 'string') return recipient;
    const { team } = session;
    team.outbox.send(recipient, this.text.trimEnd());
    team.reports.stopped();
    if (this.destination !== undefined) this.drafts.drop(this.destination);
    this.text = '';
    this.#showSent(recipient);
    return '';
  }

  /** Schedules the message for `time` (UNIX seconds). Returns the reason if this fails, otherwise an empty text. */
  async sendLater(time: number): Promise<string> {
    const recipient = this.check();
    if (typeof recipient === 'string') return recipient;
    const to =
      recipient.kind === 'channel'
        ? { type: 'channel', to: recipient.channelId, topic: recipient.topic ?? '' }
        : { type: 'direct', to: recipient.userIds };
    try {
      const content = this.text.trimEnd();
      await call('POST', '/scheduled_messages', { ...to, content, scheduled_delivery_timestamp: time });
    } catch (error) {
      return problemOf(error);
    }
    if (this.destination !== undefined) this.drafts.drop(this.destination);
    this.text = '';
    notices.say('Scheduled. Drafts lists the scheduled messages.');
    return '';
  }

  /** Opens the conversation to which a message was sent, unless the reader's setting forbids it. */
  #showSent(recipient: Recipient): void {
    if (session.team.organization.settings.web_navigate_to_sent_message === false) return;
    const here = place();
    const shown = here.kind === 'narrow' ? destinationOf(here.narrow) : undefined;
    if (shown !== undefined && isSame(shown, recipient)) return;
    go(narrowTo(recipient));
  }
}

function isSame(a: Destination, b: Destination): boolean {
  if (a.kind === 'channel' && b.kind === 'channel')
    return (
      a.channelId === b.channelId && a.topic !== undefined && foldTopic(a.topic) === foldTopic(b.topic ?? '')
    );
  if (a.kind === 'direct' && b.kind === 'direct')
    return [...a.userIds].sort().join() === [...b.userIds].sort().join();
  return false;
}

export const composer = new Composer();

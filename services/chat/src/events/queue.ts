import type { NumberedEvent } from './emit.js';
import type { NarrowTerm } from './narrow-filter.js';

/** Capabilities that change the events a client gets. Unknown capabilities of a client are ignored. */
export const CAPABILITIES = [
  'notification_settings_null',
  'bulk_message_deletion',
  'user_avatar_url_field_optional',
  'stream_typing_notifications',
  'user_settings_object',
  'linkifier_url_template',
  'user_list_incomplete',
  'include_deactivated_groups',
  'archived_channels',
  'empty_topic_name',
  'simplified_presence_events',
] as const;
export type Capability = (typeof CAPABILITIES)[number];

/** Options of a client's registration; stored in the table. */
export interface QueueOptions {
  /** Requested types of events; null: all types. */
  eventTypes: string[] | null;
  narrow: NarrowTerm[];
  allPublicStreams: boolean;
  applyMarkdown: boolean;
  clientGravatar: boolean;
  slimPresence: boolean;
  includeSubscribers: boolean;
  capabilities: Capability[];
}

/** Functions that end a held poll: with events, or with an error. */
export interface Waiter {
  answer(): void;
  fail(error: Error): void;
}

/** The queue of one client: its unacknowledged events, and its held poll, if there is one. */
export class EventQueue {
  readonly id: string;
  readonly userId: number;
  readonly options: QueueOptions;
  readonly lifespanMs: number;
  readonly startId: number;
  acknowledgedId: number;
  /**
   * Id of the newest event that this queue has received; initially the acknowledged id or `startId`. Heartbeats repeat
   * this id.
   */
  newestId: number;
  /** Events that are not acknowledged, ascending by id. */
  pending: NumberedEvent[] = [];
  waiter: Waiter | undefined;
  polledAt: number;

  constructor(row: {
    id: string;
    userId: number;
    options: QueueOptions;
    lifespanMs: number;
    startId: number;
    acknowledgedId: number;
    polledAt: number;
  }) {
    this.id = row.id;
    this.userId = row.userId;
    this.options = row.options;
    this.lifespanMs = row.lifespanMs;
    this.startId = row.startId;
    this.acknowledgedId = row.acknowledgedId;
    this.newestId = Math.max(row.startId, row.acknowledgedId);
    this.polledAt = row.polledAt;
  }

  has(capability: Capability): boolean {
    return this.options.capabilities.includes(capability);
  }

  push(event: NumberedEvent): void {
    if (event.id <= this.newestId) return;
    this.pending.push(event);
    this.newestId = event.id;
  }

  /** Drops the events up to `id`; returns false if the id was already acknowledged. */
  acknowledge(id: number): boolean {
    if (id <= this.acknowledgedId) return false;
    this.acknowledgedId = id;
    const kept = this.pending.findIndex((event) => event.id > id);
    this.pending = kept < 0 ? [] : this.pending.slice(kept);
    return true;
  }

  /**
   * True until the first acknowledgement; until then, a client may poll with -1 instead of the id that
   * register returned.
   */
  get isFresh(): boolean {
    return this.acknowledgedId <= this.startId;
  }
}

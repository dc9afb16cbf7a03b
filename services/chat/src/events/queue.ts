import type { NumberedEvent } from './emit.js';
import type { NarrowTerm } from './narrow-filter.js';

/** Capabilities that change what a client is sent. Unknown ones of a client are dropped. */
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

/** What a client asked for when it registered; kept in the table. */
export interface QueueOptions {
  /** Null: all types. */
  eventTypes: string[] | null;
  narrow: NarrowTerm[];
  allPublicStreams: boolean;
  applyMarkdown: boolean;
  clientGravatar: boolean;
  slimPresence: boolean;
  includeSubscribers: boolean;
  capabilities: Capability[];
}

/** How a held poll ends: with what there is, or with an error. */
export interface Waiter {
  answer(): void;
  fail(error: Error): void;
}

/** One client's queue: what it has not acknowledged, and the poll that waits, if one does. */
export class EventQueue {
  readonly id: string;
  readonly userId: number;
  readonly options: QueueOptions;
  readonly lifespanMs: number;
  readonly startId: number;
  acknowledgedId: number;
  /** The newest event that this queue was ever given, or where it starts: heartbeats repeat it. */
  newestId: number;
  /** Ascending by id. */
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

  /** Drops what the client has; true when that was news. */
  acknowledge(id: number): boolean {
    if (id <= this.acknowledgedId) return false;
    this.acknowledgedId = id;
    const kept = this.pending.findIndex((event) => event.id > id);
    this.pending = kept < 0 ? [] : this.pending.slice(kept);
    return true;
  }

  /** True while nothing was acknowledged: -1 is as good a start as the one that register told. */
  get isFresh(): boolean {
    return this.acknowledgedId <= this.startId;
  }
}

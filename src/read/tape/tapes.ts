import type { MessageTable } from '../../base/schema/table.js';
import type { Source } from '../../base/source/source.js';
import type { Entry } from '../outline/entries.js';
import { Tape } from './reader.js';
import type { TapeOptions } from './step.js';

/**
 * Reusable tapes of one source: hostile files have tens of thousands of nearly empty messages, and making a
 * tape costs more than reading such a message.
 */
export class Tapes {
  readonly #free: Tape[] = [];

  constructor(
    private readonly source: Source,
    private readonly options: Omit<TapeOptions, 'table' | 'wants'> = {},
  ) {}

  /** @param from absolute offsets of the message @param wants the same function each time: its results are kept */
  take(from: number, end: number, table: MessageTable, wants: (entry: Entry) => boolean): Tape {
    const tape = this.#free.pop();
    if (tape !== undefined) return tape.restart(from, end, table, wants);
    return new Tape(this.source, from, end, { ...this.options, table, wants });
  }

  /** Takes back a tape that is at its end. */
  give(tape: Tape): void {
    this.#free.push(tape);
  }
}

import type { BlobRow, WordOwner, WordsRow } from './rows.js';

/**
 * Limit for the stretches that are remembered: real files have about a hundred, because writes are adjacent.
 */
const MAX_RUNS = 65_536;
/** Limit for the contexts with channels, and resources, that have a row of their own. */
const MAX_OWNERS = 4096;

interface Run {
  start: number;
  end: number;
  readonly owner: OpenOwner;
}

type OpenOwner = { -readonly [K in keyof WordOwner]: WordOwner[K] };

/**
 * The part of the file that owns words: a context, a preliminary configuration, or the message itself for
 * resources.
 */
interface WordScope {
  readonly kind: WordOwner['kind'];
  readonly path: string;
}

/** Collects the references to configuration words after the message. */
export class WordClaims {
  writes = 0;
  isCut = false;
  readonly #owners = new Map<string, OpenOwner>();
  readonly #runs: Run[] = [];

  /** @param offset from the zero point @param channel -1 without a channel @param name set for a resource */
  add({ kind, path }: WordScope, channel: number, offset: number, size: number, name = ''): void {
    this.writes++;
    const key = `${path} ${channel}`;
    let owner = this.#owners.get(key);
    if (owner === undefined) {
      if (this.#owners.size === MAX_OWNERS) {
        this.isCut = true;
        return;
      }
      owner = {
        kind,
        path,
        name,
        channel: channel < 0 ? null : channel,
        writes: 0,
        bytes: 0,
        own: 0,
        offset: -1,
      };
      this.#owners.set(key, owner);
    }
    owner.writes++;
    owner.bytes += size;
    const last = this.#runs.at(-1);
    if (last?.owner === owner && last.end === offset) last.end += size;
    else if (size > 0) {
      if (this.#runs.length < MAX_RUNS) this.#runs.push({ start: offset, end: offset + size, owner });
      else this.isCut = true;
    }
  }

  /**
   * Divides the words among their owners: shared bytes belong to the owner whose words begin first; if two
   * begin at the same offset, to the owner that is first in the file.
   * @param start absolute offset of the zero point @param bytes number of existing words, in bytes
   */
  divide(start: number, bytes: number): WordsRow {
    const inOrder = this.#runs.map((run, order) => ({ run, order }));
    inOrder.sort((a, b) => a.run.start - b.run.start || a.order - b.order);
    let reached = 0;
    let claimed = 0;
    for (const { run } of inOrder) {
      const from = Math.max(run.start, reached);
      const own = Math.min(run.end, bytes) - from;
      if (own <= 0) continue;
      const { owner } = run;
      if (owner.own === 0) owner.offset = start + from;
      owner.own += own;
      claimed += own;
      reached = from + own;
    }
    const owners = [...this.#owners.values()];
    return { bytes, claimed, writes: this.writes, owners, isCut: this.isCut };
  }
}

/**
 * The action that contains its configuration words. Other actions point to words after the message, or have
 * values of single registers.
 */
const CONFIGURATION = 'write_data_ccw';

/** Returns the size of the configuration words among a message's blobs, in bytes. */
export function configurationBytes(blobs: readonly BlobRow[]): number {
  return blobs.reduce((sum, { name, bytes }) => (name === CONFIGURATION ? sum + bytes : sum), 0);
}

/** Returns the size of all other blobs of actions, in bytes: values of registers. */
export function registerBytes(blobs: readonly BlobRow[]): number {
  return blobs.reduce((sum, { bytes }) => sum + bytes, -configurationBytes(blobs));
}

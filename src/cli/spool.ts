import { closeSync, openSync, statfsSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { scratchFolder } from '../attack/process/scratch.js';
import { DETECT_BYTES, detectFraming, type FramingMode } from '../base/container/detect.js';
import { messageIn } from '../base/container/open.js';
import { ProtomdlError } from '../base/diagnostics/error.js';
import { openFile } from '../base/source/file.js';
import { memorySource } from '../base/source/memory.js';
import type { Source } from '../base/source/source.js';
import { concatBytes } from '../base/wire/bytes.js';
import { cannotWrite } from './file-output.js';

const CHUNK = 256 * 1024;
/** Default maximum size of a kept stream: four messages of the largest possible size. */
const MAX_SPOOL_BYTES = 8 * 1024 ** 3;
/** Number of bytes to write between two checks of the free space, which other programs may also use up. */
const ROOM_EVERY = 16 * 1024 * 1024;

/** Limits of a kept stream. */
export interface Spooling {
  /** Maximum size in bytes that the command accepts (default: none). */
  readonly most?: number;
  /** Maximum size in bytes of a stream to keep (default: 8 GiB). */
  readonly spoolBytes?: number | undefined;
  /**
   * Framing to assume for a model. A long stream that cannot be a model is refused. Default: any bytes are
   * accepted.
   */
  readonly framing?: FramingMode | undefined;
}

/** Temporary file with the contents of a stream, until it is removed. */
export interface Spooled {
  readonly path: string;
  remove(): void;
}

/** Received bytes of a stream, kept in memory while they are few. */
export class Spool {
  readonly #pieces: Uint8Array[] = [];
  #length = 0;
  #file: SpoolFile | undefined;

  constructor(
    private readonly name: string,
    private readonly spooling: Spooling,
    private readonly inMemory: number,
  ) {}

  async kept(source: Source): Promise<Source> {
    await this.#take(source);
    return this.#file === undefined ? memorySource(concatBytes(this.#pieces)) : this.#file.reopened();
  }

  async inFile(source: Source): Promise<Spooled> {
    await this.#take(source);
    const file = this.#file ?? this.#begin();
    file.close();
    return file;
  }

  async #take(source: Source): Promise<void> {
    const { most = Number.POSITIVE_INFINITY, spoolBytes = MAX_SPOOL_BYTES } = this.spooling;
    let piece = new Uint8Array(CHUNK);
    try {
      for (;;) {
        const read = await source.read(this.#length, piece);
        this.#length += read;
        if (this.#length > most) throw this.#tooLong(most, 'the maximum');
        if (this.#length > spoolBytes)
          throw this.#tooLong(spoolBytes, 'the maximum that is kept of a stream (--max-spool)');
        if (this.#file !== undefined) this.#file.write(piece.subarray(0, read));
        else {
          this.#pieces.push(piece.subarray(0, read));
          piece = new Uint8Array(CHUNK);
        }
        if (read < CHUNK) return;
        if (this.#file === undefined && this.#length > this.inMemory) this.#begin();
      }
    } catch (error) {
      this.#file?.remove();
      throw error;
    }
  }

  #begin(): SpoolFile {
    this.#refuseOthers();
    this.#file = new SpoolFile(this.name);
    for (const held of this.#pieces) this.#file.write(held);
    this.#pieces.length = 0;
    return this.#file;
  }

  /**
   * Refuses a stream that cannot be a model: otherwise, an endless device would fill the disk before a reader
   * sees its first byte.
   */
  #refuseOthers(): void {
    const { framing } = this.spooling;
    const [first] = this.#pieces;
    if (framing !== undefined && first !== undefined)
      messageIn(detectFraming(first.subarray(0, DETECT_BYTES), framing));
  }

  #tooLong(most: number, why: string): ProtomdlError {
    return new ProtomdlError('source-too-large', `${this.name}: more than ${most} bytes, ${why}`);
  }
}

/** A file that is private to this process. */
class SpoolFile implements Spooled {
  // The length of a pipe is unknown, so that the file is put on a disk, and not in a folder in memory.
  readonly #folder = scratchFolder(Number.POSITIVE_INFINITY);
  readonly path = join(this.#folder.path, 'stream');
  readonly #fd = openSync(this.path, 'wx', 0o600);
  #isOpen = true;
  #written = 0;
  #looked = 0;

  constructor(private readonly name: string) {}

  write(bytes: Uint8Array): void {
    if (this.#written - this.#looked >= ROOM_EVERY) this.#leaveRoom();
    try {
      for (let at = 0; at < bytes.length; ) at += writeSync(this.#fd, bytes, at);
    } catch (error) {
      throw cannotWrite(error, this.path, this.name);
    }
    this.#written += bytes.length;
  }

  /** @throws ProtomdlError if less space is free than the file has taken */
  #leaveRoom(): void {
    this.#looked = this.#written;
    const { bavail, bsize } = statfsSync(this.path);
    if (bavail * bsize >= this.#written) return;
    const place = dirname(this.#folder.path);
    const text = `more than ${this.#written} bytes, half of the free space of ${place} (TMPDIR names another folder)`;
    throw new ProtomdlError('source-too-large', `${this.name}: ${text}`);
  }

  close(): void {
    if (this.#isOpen) closeSync(this.#fd);
    this.#isOpen = false;
  }

  /** Reopens the written file for reading. */
  async reopened(): Promise<Source> {
    this.close();
    const source = await openFile(this.path);
    return {
      size: source.size,
      randomAccess: true,
      read: (offset, target) => source.read(offset, target),
      close: async () => {
        await source.close();
        this.#folder.remove();
      },
    };
  }

  remove(): void {
    this.close();
    this.#folder.remove();
  }
}

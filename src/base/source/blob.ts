import { ProtomdlError } from '../diagnostics/error.js';
import { Closable, type ClosableSource, checkOffset, type Source } from './source.js';

/** The part of Blob's interface that this module uses. */
export interface BlobLike {
  /** Size in bytes. */
  readonly size: number;
  /** Returns the part from `start` up to, but without, `end`. */
  slice(
    start: number,
    end: number,
  ): {
    /** Returns the bytes of the part. */
    arrayBuffer(): Promise<ArrayBuffer>;
  };
}

/**
 * Returns a source for a Blob, such as a File that the user picked. Only the parts that are read are loaded.
 * Reading may throw ProtomdlError `source-changed`, `source-not-found`, `source-unreadable`.
 */
export function blobSource(blob: BlobLike): ClosableSource {
  return new BlobSource(blob);
}

class BlobSource extends Closable implements Source {
  readonly randomAccess = true;
  readonly size: number;

  constructor(readonly blob: BlobLike) {
    super();
    this.size = blob.size;
  }

  read(offset: number, target: Uint8Array): number | Promise<number> {
    checkOffset(offset);
    const length = Math.min(target.length, this.size - offset);
    return length <= 0 ? 0 : this.#load(offset, length, target);
  }

  close(): void {}

  async #load(offset: number, length: number, target: Uint8Array): Promise<number> {
    let part: Uint8Array;
    try {
      part = new Uint8Array(await this.blob.slice(offset, offset + length).arrayBuffer());
    } catch (error) {
      throw blobError(error, offset);
    }
    if (part.length !== length) throw blobChanged(offset);
    target.set(part);
    return length;
  }
}

/** Converts an error of a Blob. The names of such errors are defined in the File API. */
export function blobError(error: unknown, offset: number): ProtomdlError {
  const name = error instanceof Error ? error.name : '';
  // A File is a snapshot: after the file on disk was changed or removed, the File cannot be read.
  if (name === 'NotReadableError') return blobChanged(offset, error);
  const code = name === 'NotFoundError' ? 'source-not-found' : 'source-unreadable';
  const reason = error instanceof Error ? error.message : String(error);
  return new ProtomdlError(code, `the file cannot be read: ${reason}`, offset, '', { cause: error });
}

export function blobChanged(offset: number, cause?: unknown): ProtomdlError {
  const text = 'the file was changed, or access to it withdrawn, after it was opened';
  return new ProtomdlError('source-changed', text, offset, '', { cause });
}

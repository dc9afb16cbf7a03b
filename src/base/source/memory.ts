import { Closable, type ClosableSource, checkOffset, type Source } from './source.js';

/** Content for a memory source. Do not write to a shared buffer while it is read. */
export type MemoryContent = Uint8Array | ArrayBuffer | SharedArrayBuffer;

/** Up to this number, bytes are copied one by one, because creating a view takes longer. */
const FEW_BYTES = 64;

/**
 * Returns a source for bytes in memory. The bytes are not copied, so that later changes are visible.
 * @throws TypeError for content that is not bytes, such as a string
 */
export function memorySource(content: MemoryContent): ClosableSource {
  return new MemorySource(plainView(content));
}

class MemorySource extends Closable implements Source {
  readonly randomAccess = true;
  readonly size: number;

  constructor(readonly bytes: Uint8Array) {
    super();
    this.size = bytes.length;
  }

  read(offset: number, target: Uint8Array): number {
    checkOffset(offset);
    if (offset >= this.size) return 0;
    const length = Math.min(target.length, this.size - offset);
    if (length <= FEW_BYTES) {
      const { bytes } = this;
      for (let i = 0; i < length; i++) target[i] = bytes[offset + i] as number;
    } else {
      target.set(this.bytes.subarray(offset, offset + length));
    }
    return length;
  }

  close(): void {}
}

/**
 * True for bytes in memory. Classes are compared by name, because buffers of other realms are not instances
 * of this realm's classes.
 */
export function isMemory(content: unknown): content is MemoryContent {
  return ArrayBuffer.isView(content) || /Buffer\]$/.test(Object.prototype.toString.call(content));
}

/**
 * Returns the same memory as a plain Uint8Array, because a second type such as Buffer halves the speed of hot
 * code.
 */
function plainView(content: MemoryContent): Uint8Array {
  if (!isMemory(content)) {
    throw new TypeError(
      `expected a Uint8Array or an ArrayBuffer, got ${content === null ? 'null' : typeof content}`,
    );
  }
  if (!ArrayBuffer.isView(content)) return new Uint8Array(content);
  if (content.constructor === Uint8Array) return content;
  return new Uint8Array(content.buffer, content.byteOffset, content.byteLength);
}

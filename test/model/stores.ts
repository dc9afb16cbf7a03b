/** Opens one message in every possible way. */
import { TYPE_MESSAGE } from '../../src/base/schema/table.js';
import { countingSource } from '../../src/base/source/counting.js';
import { memorySource } from '../../src/base/source/memory.js';
import { streamSource } from '../../src/base/source/stream.js';
import type { MessageLayout } from '../../src/read/model/layout.js';
import { MessageView } from '../../src/read/model/message-view.js';
import { OutlineStore, PagedStore } from '../../src/read/model/pages.js';
import { messageViewOf } from '../../src/read/model/typed-view.js';
import { NO_BYTES, PAGED, type Store, Window } from '../../src/read/model/window.js';
import { BLOB, MESSAGE_ENTRY } from '../../src/read/outline/entries.js';
import { type FieldsByTag, loadOutline } from '../../src/read/outline/load.js';
import { concat } from '../arbitrary/wire-writer.js';

/** The offset has more than 32 bits, so that errors in positions are noticed. */
const FAR_AWAY = 2 ** 32 + 12_345;

export function inMemory(bytes: Uint8Array, layout: MessageLayout): MessageView {
  return messageViewOf(layout, [{ bytes, start: 0, end: bytes.length, base: 0 }]);
}

/** Opens the message in the middle of a window, in a file of more than 4 GiB. */
export function inWindow(bytes: Uint8Array, layout: MessageLayout): MessageView {
  const around = new Uint8Array(7).fill(0xff);
  const held = concat(around, bytes, around);
  return messageViewOf(layout, [{ bytes: held, start: 7, end: 7 + bytes.length, base: FAR_AWAY - 7 }]);
}

/** Opens the message in several records that merge, each in memory of its own. */
export function inParts(records: readonly Uint8Array[], layout: MessageLayout): MessageView {
  let base = 0;
  const held = records.map((bytes) => {
    const part = { bytes, start: 0, end: bytes.length, base };
    base += bytes.length;
    return part;
  });
  return messageViewOf(layout, held);
}

/** Opens the message from a source that is read on demand, far from its beginning. */
export function inPages(bytes: Uint8Array, layout: MessageLayout): MessageView {
  const end = FAR_AWAY + bytes.length;
  const source = {
    size: end,
    randomAccess: true,
    read(offset: number, target: Uint8Array): number {
      const part = bytes.subarray(offset - FAR_AWAY, offset - FAR_AWAY + target.length);
      target.set(part);
      return part.length;
    },
    close() {},
  };
  return rootIn(new PagedStore(source, end), layout, FAR_AWAY, bytes.length);
}

/** Opens the message from an asynchronous source, loaded except for its blobs. */
export async function inSkeleton(bytes: Uint8Array, layout: MessageLayout): Promise<MessageView> {
  const memory = countingSource(memorySource(bytes), { hideBytes: true });
  const source = { ...later(memory), size: bytes.length };
  const { outline, end } = await loadOutline(source, 0, bytes.length, shapeOf(layout), { maxBytes: 1 << 30 });
  return rootIn(new OutlineStore(outline), layout, 0, end);
}

/** Opens a stream in chunks of `chunk` bytes. The blobs of a stream can no longer be read. */
export async function inStream(
  bytes: Uint8Array,
  layout: MessageLayout,
  chunk: number,
): Promise<MessageView> {
  const source = streamSource(chunksOf(bytes, chunk));
  const { outline, end } = await loadOutline(source, 0, Number.MAX_SAFE_INTEGER, shapeOf(layout), {
    maxBytes: 1 << 30,
  });
  return rootIn(new OutlineStore(outline), layout, 0, end);
}

/** Fields of a layout by tag. */
function shapeOf(layout: MessageLayout): FieldsByTag {
  return {
    of(tag) {
      const field = layout.fields[layout.slotOf(tag)];
      if (field === undefined) return undefined;
      const isMessage = field.type === TYPE_MESSAGE;
      return {
        kind: isMessage ? MESSAGE_ENTRY : BLOB,
        field: field.table,
        child: isMessage ? shapeOf(field.message) : undefined,
      };
    },
  };
}

export function* chunksOf(bytes: Uint8Array, length: number): Iterable<Uint8Array> {
  for (let i = 0; i < bytes.length; i += length) yield bytes.slice(i, i + length);
}

function later(source: ReturnType<typeof countingSource>) {
  return {
    randomAccess: true,
    read: async (offset: number, target: Uint8Array) => source.read(offset, target),
    close: () => {},
  };
}

/** The schema's root as a message that is never loaded as a whole, even if it is small. */
function rootIn(store: Store, layout: MessageLayout, offset: number, length: number): MessageView {
  const window = new Window(store, NO_BYTES, offset, length);
  return new MessageView(window, 0, PAGED, 0, null, layout, null, '', -1, 0);
}

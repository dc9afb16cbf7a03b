import type { Detection, FramingMode } from '../../base/container/detect.js';
import type { Frame } from '../../base/container/layout.js';
import { openMessage } from '../../base/container/open.js';
import type { Span } from '../../base/diagnostics/diagnostic.js';
import { MDL } from '../../base/schema/mdl.gen.js';
import { type Input, sourceOf } from '../../base/source/input.js';
import { memorySource } from '../../base/source/memory.js';
import { Closable, type Source } from '../../base/source/source.js';
import { entriesOf, type MessageEntries } from '../outline/entries.js';
import { loadOutline } from '../outline/load.js';
import { Outline } from '../outline/outline.js';
import { MdlView } from './mdl.gen.js';
import { MessageView } from './message-view.js';
import { OutlineStore, PagedStore } from './pages.js';
import { loadSmall, NO_BYTES, PAGED, Part, type Store, Window } from './window.js';

/** Memory up to this size is one window, whose positions are small integers. */
const MAX_WHOLE = 1 << 30;

/** Options for opening a model. */
export interface OpenOptions {
  /** Framing of the file: a bare message, or a header and a message (default: detected). */
  readonly framing?: FramingMode;
  /**
   * Maximum number of bytes to hold of a source that does not answer at once (Blob, HTTP, streams): opening
   * such a source loads everything but the large blobs. Default 256 MiB.
   */
  readonly maxSkeletonBytes?: number;
  /**
   * True to read a truncated message up to the cut: open messages end at the cut, and other divided records
   * are left out. By default, reads that need missing bytes throw.
   */
  readonly partial?: boolean;
  /**
   * Maximum number of bytes to decode of a string; longer strings are cut at this limit, and end with `…`.
   * Default: no limit.
   */
  readonly maxText?: number;
}

/** An open model file. Its views read from the source, and are only valid until the model is closed. */
export class Model extends Closable {
  /** @hidden */
  constructor(
    /** Root view of the message. */
    readonly root: MdlView,
    /** Source of the file's bytes, which the model owns. */
    readonly source: Source,
    /** Framing detected at the beginning of the file; `frame` is null when the message is bare. */
    readonly detection: Detection,
    /** The header of a framed file. */
    readonly frame: Frame | null,
    /** Span of the message's existing bytes in the file. */
    readonly message: Span,
  ) {
    super();
  }

  /** Closes the source. Views and blobs of the model cannot be read afterwards. */
  async close(): Promise<void> {
    await this.source.close();
  }
}

/**
 * Opens a model file. From memory and files, the call reads only the 64 bytes of the header; fields are read
 * on access. Other sources are read once, and everything but large blobs is kept.
 *
 * A model owns its source, including one that the caller passes in: the model's `close` closes it, and so
 * does this function on failure.
 *
 * @throws ProtomdlError `frame-…` when a header does not lead to a message, `model-too-large`, and the codes
 * of the source. A malformed message can be opened; reading its fields throws.
 * @throws TypeError for an unsupported input
 */
export async function openModel(input: Input, options: OpenOptions = {}): Promise<Model> {
  const source = sourceOf(input);
  try {
    return await open(source, options);
  } catch (error) {
    await source.close();
    throw error;
  }
}

async function open(source: Source, options: OpenOptions): Promise<Model> {
  const { maxSkeletonBytes, framing = 'auto', partial = false, maxText } = options;
  const opened = await openMessage(source, framing);
  const { detection, frame } = opened;
  const end = Math.min(opened.end, source.size ?? Number.MAX_SAFE_INTEGER);
  const message = { offset: Math.min(opened.from, end), end };
  const inMemory = source.bytes;
  let store: Store;
  if (inMemory !== undefined) store = new PagedStore(memorySource(inMemory), end);
  else if (source instanceof Outline) store = new OutlineStore(source);
  else if (source.randomAccess && opened.isImmediate) store = new PagedStore(source, end);
  else {
    const shape = entriesOf(MDL).messages[0] as MessageEntries;
    const loaded = await loadOutline(opened.source, message.offset, end, shape, {
      maxBytes: maxSkeletonBytes,
    });
    store = new OutlineStore(loaded.outline);
    message.end = loaded.end;
  }
  if (partial) store.cutAt = message.end;
  store.maxText = maxText;
  const root = rootView(store, message.offset, message.end, inMemory);
  return new Model(new MdlView(root), source, detection, frame, root.span);
}

function rootView(store: Store, start: number, end: number, bytes: Uint8Array | undefined): MessageView {
  const part =
    bytes !== undefined && bytes.length <= MAX_WHOLE
      ? new Part(new Window(store, bytes, 0), start, end, 0, null)
      : new Part(new Window(store, NO_BYTES, start, Math.max(0, end - start)), 0, PAGED, 0, null);
  loadSmall(part);
  return new MessageView(part.window, part.start, part.end, 0, null, MdlView.layout, null, '', -1, 0);
}

import type { Span } from '../../base/diagnostics/diagnostic.js';
import { MDL } from '../../base/schema/mdl.gen.js';
import { layoutNamed, type MessageLayout } from './layout.js';
import { MessageView } from './message-view.js';
import { NO_BYTES, NO_STORE, Part, Window } from './window.js';

/**
 * A view with the properties that its message has in the schema. The properties use a view that does not
 * depend on the schema, so that the code that reads bytes gets objects of a single class, which is fast.
 */
export abstract class TypedView {
  /** Name of the message in the schema. */
  declare static readonly typeName: string;

  /** Layout for `viewOf`. */
  static get layout(): MessageLayout {
    // biome-ignore lint/complexity/noThisInStatic: the class that inherits it.
    return layoutNamed(MDL, this.typeName);
  }

  /** Access beyond the properties: presence, spans of fields, unknown fields, access by number. */
  declare readonly view: MessageView;

  // `declare` avoids a field definition in each class, which took a third of the total time.
  constructor(view: MessageView) {
    this.view = view;
  }

  /** The record that holds this message, tag included, with absolute offsets. */
  get span(): Span {
    return this.view.span;
  }

  /** `network_groups[0].contexts[2]`. */
  get path(): string {
    return this.view.path;
  }

  /** Returns the record of a field, by its number: see MessageView. */
  fieldSpan(number: number, index?: number): Span | undefined {
    return this.view.fieldSpan(number, index);
  }
}

/** A generated class of typed views. */
export interface ViewType<T extends TypedView> {
  new (view: MessageView): T;
  /** Field lookup for the message type. */
  readonly layout: MessageLayout;
}

/**
 * A message's payload (without tag and length) in memory that the caller holds, and its position in the file.
 */
export interface HeldBytes {
  /** A plain Uint8Array: views are slow on Buffers. */
  readonly bytes: Uint8Array;
  /** Position of the payload's first byte in `bytes`. */
  readonly start: number;
  /** Position after the payload's last byte. */
  readonly end: number;
  /** Absolute offset of `bytes[0]`; the payload begins at `base + start`. */
  readonly base: number;
  /** Number of bytes of tag and length before the payload, which `span` includes. Default 0. */
  readonly head?: number;
}

/**
 * Returns a view of a message that the caller holds in memory. The view, and handles to its blobs, are valid
 * while the bytes do not change.
 * @param end end of the payload, which begins at `start`; both are positions in `bytes`
 * @param base absolute offset of `bytes[0]`
 * @param record the message's record, tag included; default the payload
 * @param path path of the message in its file; default `""`, the root
 * @param depth levels above the message; default 0
 */
export function viewOf<T extends TypedView>(
  type: ViewType<T>,
  bytes: Uint8Array,
  start = 0,
  end: number = bytes.length,
  base = 0,
  record?: Span,
  path = '',
  depth = 0,
): T {
  const head = record === undefined ? 0 : base + start - record.offset;
  return new type(messageViewOf(type.layout, [{ bytes, start, end, base, head }], path, depth));
}

/** Like `viewOf`, for a message that is merged from one or more records, given in file order. */
export function mergedViewOf<T extends TypedView>(
  type: ViewType<T>,
  records: readonly HeldBytes[],
  path = '',
  depth = 0,
): T {
  return new type(messageViewOf(type.layout, records, path, depth));
}

/** Like `mergedViewOf`, for any schema: see `layoutsOf`. */
export function messageViewOf(
  layout: MessageLayout,
  records: readonly HeldBytes[],
  path = '',
  depth = 0,
): MessageView {
  let next: Part | null = null;
  for (let i = records.length - 1; i > 0; i--) next = partOf(records[i] as HeldBytes, next);
  const { window, start, end, head } = partOf(records[0] ?? NOTHING, null);
  return new MessageView(window, start, end, head, next, layout, null, path, -1, depth);
}

const NOTHING: HeldBytes = { bytes: NO_BYTES, start: 0, end: 0, base: 0 };

function partOf({ bytes, start, end, base, head = 0 }: HeldBytes, next: Part | null): Part {
  return new Part(new Window(NO_STORE, bytes, base), start, end, head, next);
}

import type { ChecksumProvider } from '../../base/container/checksum.js';
import { DETECT_BYTES, type FramingMode } from '../../base/container/detect.js';
import { type OpenedMessage, openMessage } from '../../base/container/open.js';
import { MDL } from '../../base/schema/mdl.gen.js';
import type { SchemaTables } from '../../base/schema/table.js';
import { heldToGoBack, hold } from '../../base/source/held.js';
import type { Source } from '../../base/source/source.js';
import { HeldFile } from '../../read/outline/held-message.js';
import { openOutline } from '../../read/outline/open.js';
import { Outline } from '../../read/outline/outline.js';
import { parseSelector, type Selector } from '../../read/select/selector.js';
import { BlobPrinter, type BlobStore, type BytesMode } from './blobs.js';
import { DocumentPrinter } from './document.js';
import { dumpSelected } from './dump-selected.js';
import { writeFrameJson } from './frame-json.js';
import { type LineUnit, writeLines } from './lines.js';
import { type Cells, COMPACT, type Layout, notationOf, PRETTY, TEXTPROTO, YAML } from './notation.js';
import { Printer } from './printer.js';
import { type Breakage, type DumpProblem, dumpProblem } from './problems.js';
import { TextBuffer } from './text-buffer.js';

/** Format of a dump. */
export type DumpFormat = 'json' | 'textproto' | 'yaml' | 'ndjson';

/** All formats, the default first. */
export const DUMP_FORMATS: readonly DumpFormat[] = ['json', 'textproto', 'yaml', 'ndjson'];

/** The first line of textproto, after which comments in a notation of this project may follow. */
const TEXTPROTO_HEADER = '# protomdl: text format 1';

/** Options of a dump. */
export interface DumpOptions {
  /** Default: json. */
  readonly format?: DumpFormat;
  /** Message on each line of ndjson (default: operation). */
  readonly per?: LineUnit;
  /** Only this part of the message: see `parseSelector`. */
  readonly select?: string;
  /** JSON and YAML: the schema's own names instead of lowerCamelCase. */
  readonly protoNames?: boolean;
  /** Representation of bytes (default: hash). */
  readonly bytes?: BytesMode;
  /** Storage for the bytes of the mode `file`. */
  readonly store?: BlobStore;
  /** Framing of the file (default: detected). */
  readonly framing?: FramingMode;
  /**
   * Verifies the header's checksums when the dump is complete. Without a provider, the checksums are taken as
   * correct.
   */
  readonly checksums?: ChecksumProvider;
  /** Called with each problem as soon as it is found. Everything readable is printed anyway. */
  readonly onProblem?: (problem: DumpProblem) => void;
  /** The schema whose root message the file holds (default: ProtoMDL's). */
  readonly schema?: SchemaTables;
  /** Limit for the bytes of the model without its large blobs (default: 256 MiB). */
  readonly maxSkeletonBytes?: number;
  /**
   * Files and streams up to this size are held as they are, blobs included (default: 1 MiB and 4 MiB). This
   * limit does not change the text.
   */
  readonly heldBytes?: number;
}

/** Result of a dump. */
export interface Dumped {
  /** Number of problems found. */
  readonly problems: number;
  /** With `select`: the number of matches. For ndjson, the number of lines. Otherwise 1. */
  readonly matches: number;
}

const LAYOUTS: Readonly<Record<DumpFormat, Layout>> = {
  json: PRETTY,
  textproto: TEXTPROTO,
  yaml: YAML,
  ndjson: COMPACT,
};

/**
 * Returns the same text as `dump` in one string: for models whose text fits in memory, with blobs left out by
 * `bytes: 'omit'`.
 */
export async function dumpText(source: Source, options: DumpOptions = {}): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  await dump(source, options, (piece) => {
    text += decoder.decode(piece, { stream: true });
  });
  return text + decoder.decode();
}

/**
 * Writes a file as text. The structure is read once and held in memory; blobs are read when they are printed.
 * A stream of more than 4 MiB is held as a whole, up to 1 GiB, since the frame is printed before the message;
 * but lines of ndjson are written as they arrive.
 * @param write receives UTF-8 that is valid until it returns or its promise resolves
 * @throws ProtomdlError `frame-*` for an unreadable header, `selector-invalid`, `model-too-large`,
 * `source-too-large` for a stream, and any error of the source
 */
export async function dump(
  source: Source,
  options: DumpOptions,
  write: (text: Uint8Array) => Promise<void> | void,
): Promise<Dumped> {
  const { format = 'json', schema = MDL } = options;
  const selector = options.select === undefined ? undefined : parseSelector(options.select, schema);
  const isWhole = selector === undefined || selector.steps.length === 0;
  const opened = await openedFor(source, options, isWhole && format === 'ndjson');
  const layout = LAYOUTS[format];
  let problems = 0;
  const codes = new Set<string>();
  const report = (problem: DumpProblem): void => {
    problems++;
    codes.add(problem.code);
    options.onProblem?.(problem);
  };
  const onBreakage = (breakage: Breakage): void => report(claimed(opened, breakage) ?? dumpProblem(breakage));
  const blobs = await BlobPrinter.open(options.bytes ?? 'hash', layout, options.store);
  const notation = notationOf(schema, layout, options.protoNames ?? false);
  const printer = new Printer(notation, new TextBuffer(), blobs, onBreakage);
  const document = new DocumentPrinter(printer, opened.source, write);
  const matches = await written(document, opened, options, isWhole ? undefined : selector);
  const waiting = document.flush(0);
  if (waiting !== undefined) await waiting;
  // A message whose records were all printed without a problem has no faults.
  const isProven = isWhole && format !== 'ndjson' && problems === 0 && !document.isMerged;
  if (selector === undefined && opened.source.randomAccess && !isProven) {
    for (const fault of await wireFaults(opened, schema)) if (!codes.has(fault.code)) report(fault);
  }
  return { problems, matches };
}

/**
 * Reports everything that parsers refuse. The text does not show all faults: only the last record of a
 * singular field and the last member of a oneof are printed, so a broken earlier record would be lost
 * silently.
 */
async function wireFaults({ source, frame }: OpenedMessage, schema: SchemaTables): Promise<DumpProblem[]> {
  if (schema !== MDL) return [];
  const framing = frame === null ? 'bare' : 'framed';
  // The rules take milliseconds to load, so they are loaded only on demand.
  const [{ validate }, { NO_RULES }] = await Promise.all([
    import('../../check/validate/validate.js'),
    import('../../check/validate/rule-choice.js'),
  ]);
  const { diagnostics } = await validate(source instanceof Outline ? source.withoutBlobs : source, {
    framing,
    rules: NO_RULES,
    checksum: false,
  });
  return diagnostics
    .filter(({ code, severity }) => severity === 'error' && !code.startsWith('frame-'))
    .map(({ code, offset, path, message }) => ({ code, offset, path, message }));
}

async function written(
  document: DocumentPrinter,
  opened: OpenedMessage,
  options: DumpOptions,
  selector: Selector | undefined,
): Promise<number> {
  const { source, from, end } = opened;
  const { format = 'json', per = 'operation' } = options;
  const root = document.printer.notation.messages[0] as Cells;
  const content = source.randomAccess ? new HeldFile(source) : undefined;
  if (content === undefined) return writeLines(document, source, undefined, [{ from, end }], root, per);
  if (selector !== undefined) {
    return dumpSelected(document, content, from, end, selector, format === 'ndjson' ? per : undefined);
  }
  if (format === 'ndjson') return writeLines(document, source, content, [{ from, end }], root, per);
  await whole(document, content, opened, options, root);
  return 1;
}

/**
 * Returns the problem of a message that ends before the size in the header: a fault of the header, or a
 * truncated file.
 */
function claimed({ source, frame, end }: OpenedMessage, { offset, path }: Breakage): DumpProblem | undefined {
  const { size } = source;
  if (frame === null || size === undefined || end <= size || path !== '' || offset !== size) {
    return undefined;
  }
  const message = `the header claims ${frame.protoSize} bytes of message, ${end - size} more than there are`;
  return { code: 'frame-proto-too-large', offset: PROTO_SIZE_OFFSET, path, message };
}

/** Offset of the header's field, the same in every version. */
const PROTO_SIZE_OFFSET = 8;

/** Writes a whole file: its frame and its message. */
async function whole(
  document: DocumentPrinter,
  content: HeldFile,
  { source, frame, from, end }: OpenedMessage,
  options: DumpOptions,
  root: Cells,
): Promise<void> {
  const { printer } = document;
  const { out, notation } = printer;
  const isText = notation.layout === TEXTPROTO;
  if (isText) out.text(`${TEXTPROTO_HEADER}\n`);
  if (isText && frame !== null) out.text('# $frame: ');
  printer.begin(root);
  if (frame !== null) {
    if (!isText) printer.raw('$frame');
    const blobs = await BlobPrinter.open(options.bytes ?? 'hash', COMPACT, options.store);
    await writeFrameJson(out, blobs, source, frame, options.checksums, () => document.flush());
    if (isText) out.text('\n');
  }
  await document.contents(content.held(from, end));
  const isEmpty = printer.isEmpty;
  printer.end();
  if (!isText || !isEmpty) out.text('\n');
}

/**
 * Number of bytes read first from a stream. A shorter stream is held in memory, so that it can be read again.
 */
const STREAM_HEAD = 4 << 20;

/**
 * Opens a file by its outline. A long stream is held in memory, unless one pass over the stream is enough.
 * @throws ProtomdlError as `openOutline` and `hold`
 */
async function openedFor(
  source: Source,
  { framing = 'auto', heldBytes = STREAM_HEAD, schema = MDL, maxSkeletonBytes }: DumpOptions,
  isReadOnce: boolean,
): Promise<OpenedMessage> {
  const most = Math.max(heldBytes, DETECT_BYTES);
  const held = await heldToGoBack(source, most);
  if (!held.randomAccess && isReadOnce) return openMessage(held, framing);
  if (held.randomAccess && !source.randomAccess) await source.close();
  return openOutline(held.randomAccess ? held : await hold(held), {
    framing,
    schema,
    heldBytes: most,
    ...(maxSkeletonBytes !== undefined && { maxSkeletonBytes }),
  });
}

import type { ChecksumProvider } from '../../base/container/checksum.js';
import { DETECT_BYTES, type FramingMode } from '../../base/container/detect.js';
import { type OpenedMessage, openMessage } from '../../base/container/open.js';
import { ProtomdlError } from '../../base/diagnostics/error.js';
import { MDL } from '../../base/schema/mdl.gen.js';
import type { SchemaTables } from '../../base/schema/table.js';
import { heldToGoBack, hold } from '../../base/source/held.js';
import type { Source } from '../../base/source/source.js';
import { NO_RULES } from '../../check/validate/rule-choice.js';
import { validate } from '../../check/validate/validate.js';
import { BlobPrinter, type BlobStore, type BytesMode } from './blobs.js';
import { type Breakage, Disorder } from './breakage.js';
import { DocumentPrinter } from './document.js';
import { dumpSelected } from './dump-selected.js';
import { writeFrameJson } from './frame-json.js';
import { type LineUnit, writeLines } from './lines.js';
import { type Cells, COMPACT, type Layout, notationOf, PRETTY, TEXTPROTO, YAML } from './notation.js';
import { Printer } from './printer.js';
import { type DumpProblem, problemOf } from './problems.js';
import { originAt } from './regular.js';
import { parseSelector, type Selector } from './selection.js';
import { TextBuffer } from './text-buffer.js';

/** What a model is written as. */
export type DumpFormat = 'json' | 'textproto' | 'yaml' | 'ndjson';

/** All of them, the default first. */
export const DUMP_FORMATS: readonly DumpFormat[] = ['json', 'textproto', 'yaml', 'ndjson'];

/** The first line of textproto: what says that comments of ours may follow. */
const TEXTPROTO_HEADER = '# protomdl: text format 1';

/** What is written, and how. */
export interface DumpOptions {
  /** Default: json. */
  readonly format?: DumpFormat;
  /** What a line of ndjson holds (default: operation). */
  readonly per?: LineUnit;
  /** Only this part of the message: see `parseSelector`. */
  readonly select?: string;
  /** JSON and YAML: the schema's own names instead of lowerCamelCase. */
  readonly protoNames?: boolean;
  /** What stands for bytes (default: hash). */
  readonly bytes?: BytesMode;
  /** Where `file` puts them. */
  readonly store?: BlobStore;
  /** Whether the file is a bare message or has a header before it; found out by default. */
  readonly framing?: FramingMode;
  /**
   * To say which checksums of a header are not true, where the text is complete. Without it they are taken for
   * true.
   */
  readonly checksums?: ChecksumProvider;
  /** Called with what is broken, as it is met. What can be read is printed all the same. */
  readonly onProblem?: (problem: DumpProblem) => void;
  /** The schema whose root the message is (default: ProtoMDL's). */
  readonly schema?: SchemaTables;
  /**
   * Messages up to this size are printed in memory (default: 64 KiB; 4 KiB where blobs are left out), and streams
   * up to it are held (default: 4 MiB). The text is the same for any.
   */
  readonly heldBytes?: number;
}

/** What a dump has come to. */
export interface Dumped {
  /** Things that are broken. */
  readonly problems: number;
  /** With `select`: what it stood for. Of ndjson: lines. Otherwise 1. */
  readonly matches: number;
}

const LAYOUTS: Readonly<Record<DumpFormat, Layout>> = {
  json: PRETTY,
  textproto: TEXTPROTO,
  yaml: YAML,
  ndjson: COMPACT,
};

/** As `dump`, all of it in one string: for models whose text fits in memory, blobs left out with `bytes: 'omit'`. */
export async function dumpText(source: Source, options: DumpOptions = {}): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  await dump(source, options, (piece) => {
    text += decoder.decode(piece, { stream: true });
  });
  return text + decoder.decode();
}

/**
 * A file as text, in constant memory. It is read once, in order; where a large message is not written as encoders
 * write, the source is asked to go back, and so it is for a frame's sections in front of the message. Of a source
 * that cannot (a stream of more than 4 MiB) the frame comes last.
 * @param write takes UTF-8 that is valid until it is done
 * @throws ProtomdlError `frame-*` for a header that cannot be read, `selector-invalid`, `dump-not-in-order` for a
 *   stream that would have to be gone back in, and what the source throws
 */
export async function dump(
  source: Source,
  options: DumpOptions,
  write: (text: Uint8Array) => Promise<void> | void,
): Promise<Dumped> {
  const { format = 'json', schema = MDL } = options;
  const selector = options.select === undefined ? undefined : parseSelector(options.select, schema);
  const opened = await openHeld(source, options.framing ?? 'auto', options.heldBytes);
  const layout = LAYOUTS[format];
  let problems = 0;
  const codes = new Set<string>();
  const report = (problem: DumpProblem): void => {
    problems++;
    codes.add(problem.code);
    options.onProblem?.(problem);
  };
  const onBreakage = (breakage: Breakage): void => report(claimed(opened, breakage) ?? problemOf(breakage));
  const blobs = await BlobPrinter.open(options.bytes ?? 'hash', layout, options.store);
  const notation = notationOf(schema, layout, options.protoNames ?? false);
  let document: DocumentPrinter | undefined;
  const printer = new Printer(notation, new TextBuffer(), blobs, (breakage) => document?.report(breakage));
  document = new DocumentPrinter(printer, write, onBreakage, options.heldBytes);
  try {
    const matches = await written(document, opened, options, selector);
    const waiting = document.flush(0);
    if (waiting !== undefined) await waiting;
    if (selector === undefined && opened.source.randomAccess) {
      for (const fault of await wireFaults(opened, schema)) if (!codes.has(fault.code)) report(fault);
    }
    return { problems, matches };
  } catch (error) {
    if (!(error instanceof Disorder)) throw error;
    // What is printed so far is not taken back: it is out already.
    throw new ProtomdlError(
      'dump-not-in-order',
      `${error.path} comes after fields that follow it: a stream cannot be gone back in, so name the file`,
      -1,
      error.path,
    );
  }
}

/**
 * What parsers refuse. Text does not show all of it: of a oneof's members and of a singular field only the last is
 * printed, so that a broken one before it would be lost without a word.
 */
async function wireFaults({ source, frame }: OpenedMessage, schema: SchemaTables): Promise<DumpProblem[]> {
  if (schema !== MDL) return [];
  const framing = frame === null ? 'bare' : 'framed';
  const { diagnostics } = await validate(source, { framing, rules: NO_RULES, checksum: false });
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
  const { from, end } = opened;
  const { format = 'json', per = 'operation' } = options;
  const { notation } = document.printer;
  const root = notation.messages[0] as Cells;
  if (selector !== undefined && selector.steps.length > 0) {
    // What is looked for is found first, and printed then.
    const source = opened.source.randomAccess ? opened.source : await hold(opened.source);
    return dumpSelected(document, source, from, end, selector, format === 'ndjson' ? per : undefined);
  }
  const place = { source: opened.source, origin: originAt(0) };
  if (format === 'ndjson') return writeLines(document, place, from, end, root, per);
  await whole(document, opened, options, root);
  return 1;
}

/** A message that ends before the header says so: the header's fault, or that of who cut the file. */
function claimed({ source, frame, end }: OpenedMessage, { offset, path }: Breakage): DumpProblem | undefined {
  const { size } = source;
  if (frame === null || size === undefined || end <= size || path !== '' || offset !== size) {
    return undefined;
  }
  const message = `the header claims ${frame.protoSize} bytes of message, ${end - size} more than there are`;
  return { code: 'frame-proto-too-large', offset: PROTO_SIZE_OFFSET, path, message };
}

/** Of the header's field, in every version. */
const PROTO_SIZE_OFFSET = 8;

/** All of a file: its frame, and its message. */
async function whole(
  document: DocumentPrinter,
  { source, frame, from, end }: OpenedMessage,
  options: DumpOptions,
  root: Cells,
): Promise<void> {
  const { printer } = document;
  const { out, notation } = printer;
  const isText = notation.layout === TEXTPROTO;
  const goesBack = source.randomAccess;
  const writeFrame = async (): Promise<void> => {
    if (frame === null) return;
    if (isText) out.text('# $frame: ');
    else printer.raw('$frame');
    const blobs = await BlobPrinter.open(options.bytes ?? 'hash', COMPACT, options.store);
    await writeFrameJson(out, blobs, source, frame, options.checksums, () => document.flush());
    if (isText && goesBack) out.text('\n');
  };
  if (isText) out.text(`${TEXTPROTO_HEADER}\n`);
  if (isText && goesBack) await writeFrame();
  printer.begin(root);
  if (!isText && goesBack) await writeFrame();
  await document.contents({ source, origin: originAt(0) }, from, end, root);
  if (!isText && !goesBack) await writeFrame();
  const isEmpty = printer.isEmpty;
  printer.end();
  if (!isText || !isEmpty) out.text('\n');
  if (isText && !goesBack && frame !== null) {
    await writeFrame();
    out.text('\n');
  }
}

/**
 * Of a stream so much is read at first: what ends within it is held in memory, so that it can be gone back in.
 */
const STREAM_HEAD = 4 << 20;

/**
 * As `openMessage`, but a short stream or file is held, so that it can be gone back in.
 * @throws ProtomdlError as `openMessage`
 */
async function openHeld(
  source: Source,
  framing: FramingMode,
  streamHead = STREAM_HEAD,
): Promise<OpenedMessage> {
  const held = await heldToGoBack(source, Math.max(streamHead, DETECT_BYTES));
  if (held.randomAccess && !source.randomAccess) await source.close();
  return openMessage(held, framing);
}

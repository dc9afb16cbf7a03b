import type { Detection, FramingMode } from '../../base/container/detect.js';
import { messageIn, openContainer } from '../../base/container/open.js';
import type { Finding } from '../../base/diagnostics/diagnostic.js';
import { MDL } from '../../base/schema/mdl.gen.js';
import type { SchemaTables } from '../../base/schema/table.js';
import { heldToGoBack } from '../../base/source/held.js';
import type { Source } from '../../base/source/source.js';
import { entriesOf, type MessageEntries } from '../../read/outline/entries.js';
import { FileBytes } from '../../read/outline/file-bytes.js';
import { type FieldsByTag, loadOutline } from '../../read/outline/load.js';
import { Choice, type ShownRows } from './choice.js';
import { checkedFields, frameFindings, headerRows, problemOf, sectionRow, sectionRows } from './framing.js';
import { Row } from './row.js';
import { rowsOf } from './rows.js';

/** Options of a dump. */
export interface ObjdumpOptions extends ShownRows {
  /** Framing of the file (default: detected). */
  readonly framing?: FramingMode;
  /** The schema whose root message the file holds (default: ProtoMDL's). */
  readonly schema?: SchemaTables;
  /** True to dump without a schema: fields only have numbers, and messages are guessed. */
  readonly raw?: boolean;
  /** True to read all of a framed file and verify the checksums in its header (default: false). */
  readonly checksum?: boolean;
  /** Size of the smallest read in bytes (default: 16 KiB; small files are read at once). */
  readonly windowSize?: number;
}

/** Result of a dump. */
export interface ObjdumpSummary {
  /** Framing of the file. */
  readonly framing: 'bare' | 'framed';
  /** Container version from the header. */
  readonly version: number | null;
  /** Number of rows shown. */
  readonly rows: number;
  /** Number of problems in the rows. */
  readonly problems: number;
}

/** Receives rows one by one. A returned promise is awaited. The row object is reused afterwards. */
export type RowTaker = (row: Row) => void | Promise<void>;

/** Maximum size of a stream that is held in memory. */
const HELD_STREAM = 4 << 20;

/**
 * Dumps a file by its bytes: the fields of its header, the records of its message as encoded, and the
 * sections after it. For any input, the rows cover the file from the first byte to the last without gaps or
 * overlaps, unless only some rows are selected.
 *
 * The file is read once; payloads of bytes fields are not read. A long stream is read to the end of its message before
 * the first row.
 * @throws ProtomdlError `model-too-large` for a long stream, and any error of the source; faults of the content are
 * rows, not errors
 */
export async function objdump(
  source: Source,
  options: ObjdumpOptions,
  take: RowTaker,
): Promise<ObjdumpSummary> {
  const { framing = 'auto', checksum = false } = options;
  const input = options.windowSize === undefined ? await heldToGoBack(source, HELD_STREAM) : source;
  const { source: whole, detection } = await openContainer(input, framing);
  const { frame } = detection;
  const choice = new Choice(options);
  const totals = { rows: 0, problems: 0 };
  const show = (row: Row): void | Promise<void> => {
    if (!choice.shows(row)) return undefined;
    totals.rows++;
    totals.problems += row.problems.length;
    return take(row);
  };
  const findings = await frameFindings(whole, detection, frame, checksum);
  let at = 0;
  if (detection.framing === 'framed') {
    const isChecked = checkedFields(whole.size !== undefined, checksum && whole.randomAccess, findings);
    for (const row of headerRows(detection, frame, findings, isChecked)) {
      await show(row);
      at = row.offset + row.length;
    }
  }
  if (detection.framing === 'framed' && frame === null) {
    await showRest(whole, at, show, detection, findings);
  } else {
    const { from, end } = messageIn(detection);
    await walk(whole, from, end, options, choice, show);
    if (frame !== null && !choice.selects) {
      if (whole.size === undefined) await drain(whole);
      for (const row of await sectionRows(whole, frame, findings)) await show(row);
    }
  }
  return { framing: detection.framing, version: detection.version, ...totals };
}

async function walk(
  source: Source,
  from: number,
  end: number,
  options: ObjdumpOptions,
  choice: Choice,
  show: RowTaker,
): Promise<void> {
  const { schema = MDL, raw = false, windowSize } = options;
  const type = raw ? undefined : 0;
  const shape = raw ? NO_FIELDS : (entriesOf(schema).messages[0] as MessageEntries);
  const file = new FileBytes(await seekable(source, from, end, shape), windowSize);
  for (const step of rowsOf(file, from, end, { schema, type, enters: (row) => choice.enters(row) })) {
    const waiting = step instanceof Row ? show(step) : step;
    if (waiting !== undefined) await waiting;
    if (step instanceof Row && choice.isPast(step.offset)) return;
  }
}

/** Without a schema, no field is known to be a blob. */
const NO_FIELDS: FieldsByTag = { of: () => undefined };

/** Returns a stream's message as a source that can be read again, with zeros for blobs. */
async function seekable(source: Source, from: number, end: number, shape: FieldsByTag): Promise<Source> {
  if (source.randomAccess && source.size !== undefined) return source;
  const most = Math.min(end, Number.MAX_SAFE_INTEGER);
  const loaded = await loadOutline(source, from, most, shape, { entersCut: true });
  if (source.size === undefined) await drain(source);
  return { ...loaded.outline.withoutBlobs, size: Math.min(loaded.end, source.size ?? loaded.end) };
}

/** Shows the bytes after an unreadable header as one row. The row has the header's problem. */
async function showRest(
  source: Source,
  at: number,
  show: RowTaker,
  detection: Detection,
  findings: readonly Finding[],
): Promise<void> {
  if (source.size === undefined) await drain(source);
  const length = Math.max(0, (source.size ?? at) - at);
  const row = await sectionRow(source, { name: 'unreadable', offset: at, length, claimed: 0 }, []);
  const all = findings.length > 0 ? findings : await frameFindings(source, detection, null, false);
  row.problems = all.filter(({ offset }) => offset >= at || at === 0).map(problemOf);
  await show(row);
}

/** Reads a stream to its end, to learn its size. */
async function drain(source: Source): Promise<void> {
  await source.read(Number.MAX_SAFE_INTEGER - 1, new Uint8Array(1));
}

import type { Detection, FramingMode } from '../../base/container/detect.js';
import { messageIn, openContainer } from '../../base/container/open.js';
import type { Finding } from '../../base/diagnostics/diagnostic.js';
import { MDL } from '../../base/schema/mdl.gen.js';
import type { SchemaTables } from '../../base/schema/table.js';
import type { Source } from '../../base/source/source.js';
import { Choice, type ShownRows } from './choice.js';
import { checkedFields, frameFindings, headerRows, problemOf, sectionRow, sectionRows } from './framing.js';
import type { Row } from './row.js';
import { END, MORE, WireWalk } from './wire-walk.js';

/** What is dumped, and how. */
export interface ObjdumpOptions extends ShownRows {
  /** Whether the file is a bare message or has a header before it; found out by default. */
  readonly framing?: FramingMode;
  /** The schema whose root the message is (default: ProtoMDL's). */
  readonly schema?: SchemaTables;
  /** Without a schema: fields have numbers only, and what is a message is guessed. */
  readonly raw?: boolean;
  /** Whether to read all of a framed file and compare the checksums in its header (default: no). */
  readonly checksum?: boolean;
  /** Bytes of the window (default: 256 KiB). */
  readonly windowSize?: number;
}

/** What came of a dump. */
export interface ObjdumpSummary {
  /** What the file is. */
  readonly framing: 'bare' | 'framed';
  /** As a header declares it. */
  readonly version: number | null;
  /** Rows that were shown. */
  readonly rows: number;
  /** Problems in them. */
  readonly problems: number;
}

/** Takes rows one by one. A promise is waited for. The row is another one afterwards. */
export type RowTaker = (row: Row) => void | Promise<void>;

/**
 * A file by its bytes: the fields of its header, the records of its message as they are on the wire, and what is
 * after it. Whatever the bytes are, rows follow each other from the first byte to the last one without gaps or
 * overlaps, unless only some of them are asked for.
 *
 * The file is gone over once, in a window of it; payloads of bytes fields are not read.
 * @throws ProtomdlError what the source throws; nothing about what is in it
 */
export async function objdump(
  source: Source,
  options: ObjdumpOptions,
  take: RowTaker,
): Promise<ObjdumpSummary> {
  const { framing = 'auto', checksum = false } = options;
  const { source: whole, detection } = await openContainer(source, framing);
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
  const rows = new WireWalk(source, from, end, {
    schema,
    table: raw ? undefined : schema.messages[0],
    enters: (row) => choice.enters(row),
    ...(windowSize === undefined ? {} : { windowSize }),
  });
  for (let step = rows.next(); step !== END; step = rows.next()) {
    const waiting = step === MORE ? rows.fill() : show(rows.row);
    if (waiting !== undefined) await waiting;
    if (choice.isPast(rows.row.offset)) return;
  }
}

/** A header that cannot be read: what follows its prefix is not known. What is wrong with it stands there. */
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

/** A stream knows its size at its end. */
async function drain(source: Source): Promise<void> {
  await source.read(Number.MAX_SAFE_INTEGER - 1, new Uint8Array(1));
}

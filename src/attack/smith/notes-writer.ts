import { RecordWriter } from '../../base/wire/record-writer.js';
import { type DraftLayer, type DraftShape, elements } from './layer-graph.js';
import type { NotesPlan } from './notes-plan.js';

/** Frequency of the clock in hertz. */
const CLOCK = 400_000_000;
/**
 * Number of frames in a schedule, and maximum number of rows of a layer. Real notes contain all rows, up to
 * 110,000 steps.
 */
const FRAMES = 3;
const MOST_ROWS = 8;
/** Kinds of elements, and the location of all elements. */
const [SUBCLUSTER, INPUT_ALIGNER, ACTIVATION_UNIT] = [3, 4, 5];
const IN_CLUSTER = 1;

interface Noted extends DraftLayer {
  readonly position: number;
  readonly readers: number;
  readonly first: number;
  /** Number of cycles for a row in the schedule. */
  readonly row: number;
  readonly rows: number;
}

/** Writes the notes as the bytes of `mapping`, with the numbers of proto/mapping.proto. */
export function writeNotes(plan: NotesPlan): Uint8Array {
  const writer = new RecordWriter();
  const layers = noted(plan.layers);
  const slowest = Math.max(1, ...layers.map(({ cycles }) => cycles));
  const rate = CLOCK / slowest;
  writer.begin(1);
  for (const layer of layers) writeElements(writer, layer, plan);
  writer.end();
  writer.begin(2);
  for (const layer of layers) writeLayer(writer, 1, layer);
  const positions = new Map(plan.layers.map((layer, at) => [layer, at]));
  for (const { from, position } of layers) {
    for (const source of from)
      writer
        .begin(2)
        .scalar(1, positions.get(source) ?? 0)
        .scalar(2, position)
        .end();
  }
  writer.begin(3);
  for (const name of plan.networks) writer.string(7, name);
  writer.end();
  // Entries may have any order, because each entry names its layer.
  for (const layer of [...layers].reverse()) writeFigures(writer, layer, rate);
  writer.end();
  for (const context of plan.contexts) writeBuffers(writer, context, layers, plan);
  writer.begin(7);
  for (const context of plan.contexts) {
    writer.begin(1);
    writeContextName(writer, 1, context, plan);
    writer.begin(2);
    for (const layer of layers) if (layer.context === context) writeLayer(writer, 1, layer);
    writer.end().end();
  }
  writer.end();
  writer.begin(9).string(2, 'v0.0.0-0-gsmith').end();
  writer.double(12, rate);
  writer.begin(14);
  for (const context of plan.contexts) writeSchedule(writer, context, layers, plan);
  writer.end();
  return writer.bytes.slice();
}

function noted(drafts: readonly DraftLayer[]): readonly Noted[] {
  const known = new Map<DraftLayer, Noted>();
  const readers = new Map<DraftLayer, number>();
  for (const { from } of drafts)
    for (const source of from) readers.set(source, (readers.get(source) ?? 0) + 1);
  for (const [position, draft] of drafts.entries()) {
    const rows = Math.min(MOST_ROWS, draft.output.rows);
    const row = Math.max(1, Math.floor(draft.cycles / rows));
    // A layer starts when its input has finished its first row.
    const before = draft.from.map((source) => known.get(source));
    const first =
      1 + Math.max(0, ...before.map((source) => (source?.cycles ? source.first + source.row : 0)));
    known.set(draft, { ...draft, position, readers: readers.get(draft) ?? 0, first, row, rows });
  }
  return [...known.values()];
}

function writeLayer(writer: RecordWriter, field: number, layer: Noted): void {
  const { kind, name, id, from, output, readers, kernel, stride, activation, subclusters } = layer;
  writer.begin(field).scalar(1, kind).string(2, name).scalar(3, id);
  for (const source of from) writeShape(writer, 4, source.output);
  if (from.length === 0) writeShape(writer, 4, output);
  for (let count = Math.max(1, readers); count > 0; count--) writeShape(writer, 5, output);
  writeShape(writer, 6, kernel ?? {});
  writeShape(writer, 7, kernel === null ? {} : { rows: stride[0], columns: stride[1], features: 1 });
  writeShape(writer, 8, kernel === null ? {} : { rows: 1, columns: 1 });
  writer.scalar(10, activation);
  for (const source of from) writer.uint(17, source.id);
  writer.begin(18).scalar(6, subclusters).end();
  for (const original of layer.originals) writer.string(45, original);
  writer.end();
}

function writeShape(
  writer: RecordWriter,
  field: number,
  { rows, columns, features }: Partial<DraftShape>,
): void {
  writer.begin(field);
  if (rows !== undefined) writer.uint(1, rows);
  if (columns !== undefined) writer.uint(2, columns);
  if (features !== undefined) writer.uint(3, features);
  writer.end();
}

function writeFigures(writer: RecordWriter, layer: Noted, rate: number): void {
  const { id, from, output, subclusters, utilization, cycles, cluster, first } = layer;
  const bytes = from.reduce((sum, source) => sum + elements(source.output), 0);
  writer.begin(4).scalar(1, subclusters).scalar(15, id);
  if (utilization > 0) writer.double(28, utilization);
  writer.scalar(41, cycles);
  writer.double(43, (bytes * rate) / 1e6).double(44, (elements(output) * rate) / 1e6);
  if (cluster !== null) {
    writer.uint(49, 1).uint(53, 1);
    writer.float(57, first).float(58, first + cycles);
  }
  writer.uint(62, CLOCK).end();
}

function writeElements(writer: RecordWriter, layer: Noted, plan: NotesPlan): void {
  const { id, cluster, context, subclusters, position } = layer;
  if (cluster === null) return;
  const kinds = [...Array<number>(subclusters).fill(SUBCLUSTER), INPUT_ALIGNER, ACTIVATION_UNIT];
  for (const [at, kind] of kinds.entries()) {
    writer
      .begin(1)
      .scalar(1, kind)
      .scalar(2, kind === SUBCLUSTER ? (position * 8 + at) % 64 : position % 64)
      .scalar(3, id);
    writer.begin(4).uint(1, IN_CLUSTER).scalar(2, cluster).end();
    writeContextName(writer, 8, context, plan);
    writer.end();
  }
}

function writeContextName(writer: RecordWriter, field: number, context: number, { group }: NotesPlan): void {
  writer.begin(field).string(1, `context_${context}`).scalar(2, context).text(3, group).end();
}

function writeBuffers(
  writer: RecordWriter,
  context: number,
  layers: readonly Noted[],
  plan: NotesPlan,
): void {
  writer.begin(6);
  writeContextName(writer, 1, context, plan);
  writer.begin(2);
  for (const layer of layers) {
    if (layer.context !== context) continue;
    for (const { id, output, context: other } of layer.from) {
      if (other !== context) continue;
      const row = Math.ceil((output.columns * output.features) / 8) * 8;
      writer.begin(1).scalar(1, id).scalar(2, layer.id).uint(3, Math.min(output.rows, 4)).uint(4, row).end();
    }
  }
  writer.end().end();
}

function writeSchedule(
  writer: RecordWriter,
  context: number,
  layers: readonly Noted[],
  plan: NotesPlan,
): void {
  writer.begin(1).string(1, `context_${context}_${plan.group}`);
  for (const layer of layers) {
    if (layer.context !== context || layer.cycles === 0) continue;
    const { first, row, rows, cycles } = layer;
    writer.begin(2).string(1, layer.name);
    for (let step = 0; step < FRAMES * rows; step++) {
      const start = first + Math.floor(step / rows) * Math.max(cycles, row * rows) + (step % rows) * row;
      writer
        .begin(2)
        .uint(1, start)
        .uint(2, start + row - 1)
        .end();
    }
    writer.end();
  }
  writer.end();
}

import { fieldByName } from '../../base/schema/lookup.js';
import { type FieldTable, type SchemaTables, TYPE_STRING } from '../../base/schema/table.js';
import { entriesOf, SCALAR } from '../../read/outline/entries.js';
import type { FileBytes } from '../../read/outline/file-bytes.js';
import type { Reading } from '../../read/outline/reading.js';
import type { Part } from './part.js';
import { Allowance, type LastRecord, type Skim, skim, skimInside } from './skim.js';
import { LINE_TEXT, numberText, quoted, sizeText, textAt } from './value-text.js';

/** Maximum number of values of a message that has no entry in `LINES`. */
const MAX_VALUES = 6;
/** Maximum number of characters of a name that is followed by other words. */
const MAX_NAME = 60;

/**
 * Content of the line for each message type: `name` is the path of a string or number; of several paths
 * separated by `|`, the first existing path is used. `?trigger` is the member of a oneof. `#actions` is a
 * number of elements. A unit can follow after `:`.
 */
const LINES: Readonly<Record<string, readonly string[]>> = {
  ProtoMDLHeader: ['sdk_version', 'hw_arch'],
  ProtoMDLNetworkGroup: [
    'network_group_metadata.network_group_name|network_group_name',
    '#contexts',
    '#partial_network_groups',
    '#ops',
  ],
  ProtoMDLPartialNetworkGroup: [
    'layout.partial_clusters_layout_bitmap:clusters',
    'network_group.network_group_metadata.network_group_name',
    '#network_group.contexts',
  ],
  ProtoMDLPartialCoreOp: ['layout.partial_clusters_layout_bitmap:clusters', '#core_op.contexts'],
  ProtoMDLOp: ['name', '?op', '#input_pads', '#output_pads'],
  ProtoMDLCoreOp: ['network_group_metadata.network_group_name', '#contexts', '#partial_core_ops'],
  ProtoMDLPad: ['name', '?shape_info'],
  ProtoMDLNetworkGroupMetadata: ['network_group_name', 'bottleneck_fps:fps', 'cfg_channels_count:channels'],
  ProtoMDLPreliminaryConfig: ['#operation'],
  ProtoMDLContext: ['context_index:context', '#operations', '#metadata.edge_layers'],
  ProtoMDLContextMetadata: ['name', '#edge_layers', '#cluster_end_guarantee', '#trigger_order'],
  ProtoMDLOperation: ['?trigger.trigger', '#actions'],
  ProtoMDLEdgeLayer: [
    'layer_info.name|layer_mux.name|layer_planes.name',
    'direction',
    'context_switch_info.edge_connection_type',
  ],
  ProtoMDLEdgeLayerFused: ['layer_info.name'],
  ProtoMDLFusedLayersMetadata: ['#fused_layers'],
  ProtoMDLEdgeLayerInfo: ['name', 'edge_layer_base.sys_index:stream'],
  ProtoMDLEdgeLayerMux: ['name', '#predecessors', 'edge_layer_base.sys_index:stream'],
  ProtoMdlEdge: ['?edge', 'layer_info.name|layer_mux.name|layer_planes.name'],
  ProtoMDLClusterEndGuarantee: ['cluster_index:cluster', '?trigger.trigger'],
  ProtoMDLOrderedTrigger: ['?triggers.trigger', 'estimated_time_from_previous_ns:ns'],
};

/**
 * Returns one line about a message, which distinguishes it from similar messages. Only the beginning of the
 * message is read.
 */
export function* messageLine(file: FileBytes, schema: SchemaTables, part: Part): Reading<string> {
  const fields = entriesOf(schema).messages[part.table];
  if (fields === undefined || part.valueLength === 0) return part.valueLength === 0 ? 'empty' : '';
  const end = part.valueOffset + part.valueLength;
  const top = yield* skim(file, part.valueOffset, end, fields, part.depth + 1, new Allowance());
  const writer = new LineWriter(file, schema, top);
  const line = LINES[fields.table.typeName];
  if (line === undefined) yield* writer.anything();
  else for (const bit of line) yield* writer.bit(bit);
  if (writer.words.length === 0) yield* writer.anything();
  return writer.words.length === 0 ? sizeText(part.valueLength) : writer.words.join(', ');
}

class LineWriter {
  readonly words: string[] = [];
  readonly #inner = new Map<LastRecord, Skim | undefined>();

  constructor(
    private readonly file: FileBytes,
    private readonly schema: SchemaTables,
    private readonly top: Skim,
  ) {}

  *bit(text: string): Reading<void> {
    const [what = '', word] = text.split(':');
    if (what.startsWith('?')) yield* this.#member(what.slice(1));
    else if (what.startsWith('#')) yield* this.#count(what.slice(1));
    else yield* this.#value(what, word);
  }

  /** Adds content of the message: the members of its oneofs with their content, and some values. */
  *anything(): Reading<void> {
    for (const number of this.top.members.values()) {
      const seen = this.top.fields.get(number);
      if (seen === undefined) continue;
      const inner = yield* this.#into(this.top, seen);
      if (inner === undefined) continue;
      this.words.push(seen.field.name);
      yield* this.#values(inner);
    }
    yield* this.#values(this.top);
    for (const [number, count] of this.top.counts) {
      const seen = this.top.fields.get(number);
      if (seen?.field.repeated === true) this.#describe(seen.field, count, this.top);
    }
    const { unknown } = this.top;
    if (unknown > 0) this.words.push(unknown === 1 ? '1 unknown field' : `${unknown} unknown fields`);
  }

  *#values(skimmed: Skim): Reading<void> {
    let left = MAX_VALUES;
    for (const seen of skimmed.fields.values()) {
      const { field } = seen;
      if (field.repeated || field.message >= 0) continue;
      if (left-- === 0) {
        this.words.push('…');
        return;
      }
      this.words.push(`${field.name} ${yield* this.#text(skimmed, seen)}`);
    }
  }

  *#value(paths: string, word: string | undefined): Reading<void> {
    for (const path of paths.split('|')) {
      const steps = path.split('.');
      const last = steps.pop() ?? '';
      const at = yield* this.#skimAt(steps);
      if (at === undefined) continue;
      const field = fieldByName(at.table, last);
      const seen = field && at.fields.get(field.number);
      if (seen === undefined || seen.field.message >= 0) continue;
      const text = yield* this.#text(at, seen);
      this.words.push(word === undefined ? text : `${word} ${text}`);
      return;
    }
  }

  *#member(path: string): Reading<void> {
    const steps = path.split('.');
    const name = steps.pop();
    const at = yield* this.#skimAt(steps);
    const oneof = at?.table.oneofs.findIndex((one) => one.name === name) ?? -1;
    const number = at?.members.get(oneof);
    const seen = number === undefined ? undefined : at?.fields.get(number);
    if (seen !== undefined) this.words.push(seen.field.name);
  }

  *#count(path: string): Reading<void> {
    const steps = path.split('.');
    const name = steps.pop() ?? '';
    const at = yield* this.#skimAt(steps);
    const field = at === undefined ? undefined : fieldByName(at.table, name);
    if (at === undefined || field === undefined) return;
    const count = at.counts.get(field.number) ?? 0;
    if (count > 0) this.#describe(field, count, at);
  }

  #describe({ name }: FieldTable, count: number, { isWhole }: Skim): void {
    const noun = count === 1 && isWhole ? name.replace(/s$/, '') : name;
    this.words.push(`${count}${isWhole ? '' : '+'} ${noun}`);
  }

  *#skimAt(steps: readonly string[]): Reading<Skim | undefined> {
    let at: Skim | undefined = this.top;
    for (const step of steps) {
      const field = fieldByName(at.table, step);
      const seen: LastRecord | undefined = field === undefined ? undefined : at.fields.get(field.number);
      at = seen === undefined ? undefined : yield* this.#into(at, seen);
      if (at === undefined) return undefined;
    }
    return at;
  }

  *#into(at: Skim, seen: LastRecord): Reading<Skim | undefined> {
    if (!this.#inner.has(seen)) {
      const inner = yield* skimInside(this.file, at, seen, this.schema);
      this.#inner.set(seen, inner);
    }
    return this.#inner.get(seen);
  }

  *#text({ table }: Skim, seen: LastRecord): Reading<string> {
    const { field, kind, valueOffset, valueEnd } = seen;
    const length = valueEnd - valueOffset;
    // Only the end of an enum's name is used: `PROTO__EDGE_CONNECTION_TYPE__DDR (2)` would be too long.
    if (kind === SCALAR) {
      const text = numberText(field, table, null, seen, this.schema);
      return field.enum < 0 ? text : text.replace(/^\w+__(\w+) \(\d+\)$/, '$1');
    }
    if (field.type !== TYPE_STRING) return sizeText(length);
    return quoted(yield* textAt(this.file, valueOffset, length, LINE_TEXT), MAX_NAME);
  }
}

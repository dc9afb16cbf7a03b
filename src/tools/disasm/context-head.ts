import { messageByName } from '../../base/schema/lookup.js';
import { MDL } from '../../base/schema/mdl.gen.js';
import type { MessageTable } from '../../base/schema/table.js';
import type { WireProblem } from '../../base/wire/problem.js';
import { decodeUtf8 } from '../../base/wire/utf8.js';
import { uint64Of } from '../../base/wire/value.js';
import { BYTES_STEP, END, ENTER, LEAVE, PROBLEM, VALUE } from '../../read/outline/step.js';
import type { Tapes } from '../../read/outline/tape.js';
import type { EdgeLayer, TimelineEntry } from './listing.js';

/** Limit for the layers of a context; loaders take 255. */
const MAX_LAYERS = 4096;
/** Limit for the timeline entries that are kept until the context's end. */
const MAX_TIMELINE = 1000;
/** Limit for the metadata records that are listed. */
const MAX_METADATA = 256;
/** Limit for the bytes of a name that are kept; the format's own limit is 127 bytes. */
const MAX_NAME = 1024;

export const CONTEXT: MessageTable = tableNamed('ProtoMDLContext');

export function tableNamed(name: string): MessageTable {
  const table = messageByName(MDL, name);
  if (table === undefined) throw new Error(`no message ${name}`);
  return table;
}

/** Information about a context that the file has after its operations. */
interface ContextFacts {
  readonly name: string;
  readonly layers: readonly EdgeLayer[];
  readonly timeline: readonly TimelineEntry[];
  readonly timelineMore: number;
  /** True if the context may have operations; false for an empty context. */
  readonly hasOperations: boolean;
  /** The first records of the context's metadata, with their ends as claimed by their lengths. */
  readonly metadata: readonly { readonly offset: number; readonly end: number }[];
  /** Problems of the context's own records; problems inside operations are found later. */
  readonly problems: readonly RecordProblem[];
}

interface RecordProblem {
  readonly problem: WireProblem;
  readonly offset: number;
}

type Open<T> = { -readonly [K in keyof T]: T[K] };

/**
 * Reads the description of a context, and skips its operations. Several records of one message are merged.
 * @param from absolute offsets of the context's payload
 */
export function readContextFacts(tapes: Tapes, from: number, end: number): ContextFacts {
  if (from === end) return NO_FACTS;
  const tape = tapes.take(from, end, CONTEXT);
  const layers: EdgeLayer[] = [];
  const timeline: TimelineEntry[] = [];
  let timelineMore = 0;
  let hasOperations = false;
  const problems: RecordProblem[] = [];
  const metadata: { offset: number; end: number }[] = [];
  let name = '';
  let layer: Open<EdgeLayer> | undefined;
  let ordered: (Open<TimelineEntry> & { fields: Record<string, number> }) | undefined;
  const open: string[] = [];
  const text = (): string =>
    tape.hasPayload
      ? decodeUtf8(tape.window, tape.payloadStart, tape.payloadStart + Math.min(tape.length, MAX_NAME))
      : '';
  for (let step = tape.next(); step !== END; step = tape.next()) {
    if (step === PROBLEM) {
      if (tape.depth > 0) hasOperations = true;
      else problems.push({ problem: tape.problem, offset: tape.problemOffset });
      continue;
    }
    const field = tape.entry?.field.name ?? '';
    if (step === LEAVE) {
      open.pop();
      if (tape.depth === 1 && layer !== undefined) {
        layers.push(layer);
        layer = undefined;
      } else if (tape.depth === 1 && ordered !== undefined) {
        timeline.push(ordered);
        ordered = undefined;
      }
      continue;
    }
    if (step === ENTER) {
      // An unknown group is not skipped in one step; its content is also unknown.
      if (tape.entry === undefined) {
        open.push('');
        continue;
      }
      const path = open.join('.');
      const isOrdered = field === 'trigger_order';
      const isLayer = field === 'edge_layers';
      if (isOrdered && timeline.length >= MAX_TIMELINE) timelineMore++;
      const isLeftOut =
        (isOrdered && timeline.length >= MAX_TIMELINE) || (isLayer && layers.length >= MAX_LAYERS);
      if (!isWanted(path, field) || isLeftOut) {
        if (field === 'operations') hasOperations = true;
        tape.skip();
        continue;
      }
      open.push(field);
      if (path === '' && metadata.length < MAX_METADATA) {
        metadata.push({ offset: tape.offset, end: tape.valueOffset + tape.length });
      }
      if (isLayer) layer = emptyLayer(tape.offset);
      else if (isOrdered)
        ordered = { offset: tape.offset, fromPreviousNs: 0n, member: '', uniqueId: 0, fields: {} };
      else if (layer !== undefined && path === 'metadata.edge_layers') choose(layer, field);
      else if (ordered !== undefined && path === TRIGGER && ordered.member !== field) {
        ordered.member = field;
        ordered.fields = {};
      }
      continue;
    }
    const path = open.join('.');
    if (step === BYTES_STEP && field === 'name') {
      if (path === 'metadata') name = text();
      else if (layer !== undefined && LAYER_BODIES.has(path)) layer.name = text();
    } else if (step === VALUE && layer !== undefined) setLayer(layer, path, field, tape.lo);
    else if (step === VALUE && ordered !== undefined) {
      if (path === ORDERED && field === 'estimated_time_from_previous_ns')
        ordered.fromPreviousNs = uint64Of(tape.lo, tape.hi);
      else if (path === TRIGGER && field === 'unique_id') ordered.uniqueId = tape.lo >>> 0;
      else if (path.startsWith(`${TRIGGER}.`)) ordered.fields[field] = tape.lo >>> 0;
    }
  }
  tapes.give(tape);
  return { name, layers, timeline, timelineMore, hasOperations, metadata, problems };
}

/** One empty context is shared, because files have tens of thousands of empty contexts. */
const NO_FACTS: ContextFacts = {
  name: '',
  layers: [],
  timeline: [],
  timelineMore: 0,
  hasOperations: false,
  metadata: [],
  problems: [],
};

const ORDERED = 'metadata.trigger_order';
const TRIGGER = `${ORDERED}.triggers`;
const LAYER = 'metadata.edge_layers';
const LAYER_BODIES = new Set([`${LAYER}.layer_info`, `${LAYER}.layer_mux`, `${LAYER}.layer_planes`]);

/** True for the fields on the path to a kept value. */
function isWanted(path: string, field: string): boolean {
  if (path === '') return field === 'metadata';
  if (path === 'metadata') return field === 'edge_layers' || field === 'trigger_order';
  if (path === LAYER) return true;
  if (LAYER_BODIES.has(path)) return field === 'edge_layer_base';
  return path === ORDERED || path === TRIGGER;
}

function emptyLayer(offset: number): Open<EdgeLayer> {
  return { direction: 'in', sysIndex: 0, name: '', connection: 0, networkIndex: 0, kind: 'unset', offset };
}

const KINDS: Readonly<Record<string, EdgeLayer['kind']>> = {
  layer_info: 'info',
  layer_mux: 'mux',
  layer_planes: 'planes',
};

/**
 * Begins a member of the layer's oneof: it replaces another member, but is merged with an earlier record of
 * the same member.
 */
function choose(layer: Open<EdgeLayer>, field: string): void {
  const kind = KINDS[field];
  if (kind === undefined || kind === layer.kind) return;
  layer.kind = kind;
  layer.name = '';
  layer.sysIndex = 0;
}

function setLayer(layer: Open<EdgeLayer>, path: string, field: string, lo: number): void {
  if (path === LAYER) {
    if (field === 'direction') layer.direction = lo === 1 ? 'out' : 'in';
    else if (field === 'network_index') layer.networkIndex = lo >>> 0;
  } else if (path === `${LAYER}.context_switch_info`) {
    if (field === 'edge_connection_type') layer.connection = lo;
  } else if (path.endsWith('.edge_layer_base') && field === 'sys_index') layer.sysIndex = lo >>> 0;
}

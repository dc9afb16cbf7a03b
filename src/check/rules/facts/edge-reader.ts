import { tagOf, WIRE_LEN, WIRE_VARINT } from '../../../base/wire/tag.js';
import { decodeUtf8 } from '../../../base/wire/utf8.js';
import { Walker } from '../../../read/model/walker.js';
import { Part, Window } from '../../../read/model/window.js';
import {
  CONNECTION_BOUNDARY,
  EdgeFacts,
  type EdgeNumbers,
  LAYER_INFO,
  type SwitchFacts,
  type TensorNumbers,
} from './edge.js';
import type { HeldFields } from './held-record.js';
import { FEATURES_FIELD, FORMAT, LayerFacts, SYS_INDEX } from './layer.js';
import { forget, NO_LAYER_FACTS, readLayer } from './layer-reader.js';

// Tags of an edge layer:
const DIRECTION = tagOf(1, WIRE_VARINT);
const TYPE = tagOf(2, WIRE_VARINT);
const INFO = tagOf(3, WIRE_LEN);
const MUX = tagOf(4, WIRE_LEN);
const SWITCH = tagOf(5, WIRE_LEN);
const NETWORK = tagOf(6, WIRE_VARINT);
const PLANES = tagOf(8, WIRE_LEN);
// Tags of a tensor:
const NAME = tagOf(1, WIRE_LEN);
const ORIGINAL_NAMES = tagOf(5, WIRE_LEN);
// Tags of a context_switch_info:
const CONTEXT = tagOf(1, WIRE_VARINT);
const CONNECTION = tagOf(3, WIRE_VARINT);
const CONNECTED_CONTEXT = tagOf(4, WIRE_VARINT);
const CONNECTED_NAME = tagOf(5, WIRE_LEN);
const CONNECTED_SYS = tagOf(7, WIRE_VARINT);
const CONNECTED = tagOf(8, WIRE_LEN);
// Tags of an entry of connected_contexts:
const ENTRY_CONTEXT = tagOf(1, WIRE_VARINT);
const ENTRY_SYS = tagOf(3, WIRE_VARINT);

// One walker for each level of messages, as in layer-reader.ts.
const outer = new Walker(0);
const middle = new Walker(0);
const inner = new Walker(0);
const whole = new Part(NO_LAYER_FACTS.window, 0, 0, 0, null);
const info = new Part(NO_LAYER_FACTS.window, 0, 0, 0, null);
const payload = new Part(NO_LAYER_FACTS.window, 0, 0, 0, null);
const entry = new Part(NO_LAYER_FACTS.window, 0, 0, 0, null);

class ReadNumbers implements EdgeNumbers {
  direction = 0;
  type = 0;
  member = 0;
  format = 0;
  sysIndex: number | undefined = undefined;
  networkIndex = 0;
  connection = CONNECTION_BOUNDARY;
  switchInfo: SwitchFacts | undefined = undefined;
  tensor: TensorNumbers | undefined = undefined;
  /** Position and length of the tensor's record. */
  infoPos = 0;
  infoLength = 0;
}

/** Numbers that all empty edge layers share, because a hostile file has millions of empty edge layers. */
const NO_NUMBERS: EdgeNumbers = new ReadNumbers();

/** An edge layer, and its tensor if present. */
interface ReadEdge {
  readonly edge: EdgeFacts;
  readonly tensor: LayerFacts | undefined;
}

/**
 * Reads an edge layer with one tensor, which is the usual case, in one pass. Views would take three times as
 * long. Also reads edge layers without a member of `edge`.
 * @returns undefined for another kind of layer, or if a message occurs more than once, so that its records
 * merge
 */
export function readEdge(fields: HeldFields): ReadEdge | undefined {
  const { bytes, start, end } = fields;
  if (start === end) return { edge: new EdgeFacts(fields, NO_NUMBERS), tensor: undefined };
  const numbers = new ReadNumbers();
  whole.window = new Window(NO_LAYER_FACTS.window.store, bytes, 0);
  whole.start = start;
  whole.end = end;
  outer.start(whole);
  const isSimple = readNumbers(numbers);
  let tensor: LayerFacts | undefined;
  if (isSimple && numbers.member === LAYER_INFO) {
    const isBoundary = numbers.connection === CONNECTION_BOUNDARY;
    tensor = new LayerFacts('info', undefined, false, isBoundary, numbers.direction);
    readLayer(info, tensor);
    numbers.format = tensor.base(FORMAT) >>> 0;
    numbers.sysIndex = tensor.hasBase ? tensor.base(SYS_INDEX) : undefined;
    // Records that were merged have no common place, so their numbers are not kept.
    if (isBoundary && tensor.hasBase && tensor.numericCount <= 1) {
      numbers.tensor = tensorNumbers(tensor, numbers, start);
    }
  }
  letGo();
  if (!isSimple) return undefined;
  const edge = new EdgeFacts(fields, numbers);
  if (tensor !== undefined) tensor.edge = edge;
  return { edge, tensor };
}

function tensorNumbers(
  tensor: LayerFacts,
  { infoPos, infoLength }: ReadNumbers,
  start: number,
): TensorNumbers {
  const hasNumeric = tensor.numericCount > 0;
  return {
    features: tensor.base(FEATURES_FIELD),
    nameAt: tensor.nameAt - start,
    nameBytes: tensor.nameBytes,
    originals: tensor.originals,
    originalAt: tensor.originalAt - start,
    originalBytes: tensor.originalBytes,
    zeroPoints: tensor.numeric?.zeroPoints.length ?? 0,
    scales: tensor.numeric?.scales.length ?? 0,
    hasNumeric,
    numericAt: (hasNumeric ? tensor.numericAt : infoPos) - start,
    numericLength: hasNumeric ? tensor.numericLength : infoLength,
  };
}

/** Names of a stream, on the device and in the source network of the compiler. */
interface StreamNames {
  readonly name: string;
  readonly originalNames: readonly string[];
}

/**
 * Reads the names of an edge layer that `readEdge` has read.
 * @returns undefined if `readEdge` could not read the edge layer, or if the edge layer has no tensor
 */
export function readNames({ bytes, start, end, member, tensor }: EdgeFacts): StreamNames | undefined {
  if (member !== LAYER_INFO) return undefined;
  if (tensor !== undefined && tensor.originals <= 1) return knownNames(bytes, start, tensor);
  whole.window = new Window(NO_LAYER_FACTS.window.store, bytes, 0);
  whole.start = start;
  whole.end = end;
  outer.start(whole);
  let tensors = 0;
  while (outer.next()) {
    if (outer.tag === MUX || outer.tag === PLANES) tensors = 2;
    if (outer.tag !== INFO || tensors++ > 0) continue;
    outer.payload(info);
  }
  let names: StreamNames | undefined;
  if (tensors === 1) {
    let name = '';
    const originalNames: string[] = [];
    middle.start(info);
    while (middle.next()) {
      const { tag, valuePos } = middle;
      if (tag === NAME) name = decodeUtf8(bytes, valuePos, valuePos + middle.valueLength);
      else if (tag === ORIGINAL_NAMES)
        originalNames.push(decodeUtf8(bytes, valuePos, valuePos + middle.valueLength));
    }
    names = { name, originalNames };
  }
  letGo();
  return names;
}

function knownNames(bytes: Uint8Array, start: number, tensor: TensorNumbers): StreamNames {
  const nameAt = start + tensor.nameAt;
  const originalAt = start + tensor.originalAt;
  return {
    name: decodeUtf8(bytes, nameAt, nameAt + tensor.nameBytes),
    originalNames:
      tensor.originals === 0 ? NO_NAMES : [decodeUtf8(bytes, originalAt, originalAt + tensor.originalBytes)],
  };
}

const NO_NAMES: readonly string[] = [];

/** @returns true if a tensor is the only layer, and each message occurs at most once */
function readNumbers(numbers: ReadNumbers): boolean {
  let switches = 0;
  while (outer.next()) {
    const { lo } = outer;
    switch (outer.tag) {
      case DIRECTION:
        numbers.direction = lo;
        break;
      case TYPE:
        numbers.type = lo;
        break;
      case NETWORK:
        numbers.networkIndex = lo >>> 0;
        break;
      case INFO:
        if (numbers.member !== 0) return false;
        numbers.member = LAYER_INFO;
        numbers.infoPos = outer.recordPos;
        numbers.infoLength = outer.recordLength;
        outer.payload(info);
        break;
      case SWITCH:
        switches++;
        outer.payload(payload);
        readSwitch(numbers);
        break;
      case MUX:
      case PLANES:
        return false;
    }
  }
  return switches <= 1;
}

function readSwitch(numbers: ReadNumbers): void {
  const facts = {
    contextIndex: 0,
    scalarContext: 0,
    scalarSys: 0,
    hasPeerName: false,
    connectedCount: 0,
    listedContext: 0,
    listedSys: 0,
  };
  numbers.switchInfo = facts;
  middle.start(payload);
  while (middle.next()) {
    const { lo } = middle;
    switch (middle.tag) {
      case CONTEXT:
        facts.contextIndex = lo >>> 0;
        break;
      case CONNECTION:
        numbers.connection = lo;
        break;
      case CONNECTED_CONTEXT:
        facts.scalarContext = lo >>> 0;
        break;
      case CONNECTED_NAME:
        facts.hasPeerName = middle.valueLength > 0;
        break;
      case CONNECTED_SYS:
        facts.scalarSys = lo >>> 0;
        break;
      case CONNECTED:
        if (facts.connectedCount++ > 0) break;
        middle.payload(entry);
        inner.start(entry);
        while (inner.next()) {
          if (inner.tag === ENTRY_CONTEXT) facts.listedContext = inner.lo >>> 0;
          else if (inner.tag === ENTRY_SYS) facts.listedSys = inner.lo >>> 0;
        }
    }
  }
}

/** Drops references to the bytes, which may be the bytes of a whole file. */
function letGo(): void {
  forget();
  outer.start(NO_LAYER_FACTS);
  middle.start(NO_LAYER_FACTS);
  inner.start(NO_LAYER_FACTS);
  const { window } = NO_LAYER_FACTS;
  whole.window = window;
  info.window = window;
  payload.window = window;
  entry.window = window;
}

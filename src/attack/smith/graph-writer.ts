import type { RecordWriter } from '../../base/wire/record-writer.js';
import { type WritingState, writeCoreOp } from './core-op-writer.js';
import { writeQuantization } from './edge-writer.js';
import type { GraphPlan, NmsOpPlan, PadPlan } from './graph-plan.js';
import type { GroupPlan, VariantPlan } from './group-plan.js';
import type { MessageSink } from './message-sink.js';

/** Field numbers of members in `nms_op`. */
const YOLOV5 = 7;
const YOLOX = 8;
const SSD = 9;
const YOLO_SEG = 11;
const YOLOV8 = 12;

/**
 * Writes `ops` and `pad_edges`, the graph of a group. `nested` is true if core ops are in variants of their
 * node.
 */
export function* writeGraph(
  sink: MessageSink,
  group: GroupPlan,
  graph: GraphPlan,
  nested: boolean,
  state: WritingState,
): Iterable<void> {
  for (const { name, inputs, outputs, work } of graph.nodes) {
    sink.open(8);
    sink.write((writer) => {
      writer.text(1, name);
      for (const pad of inputs) writePad(writer, 2, pad);
      for (const pad of outputs) writePad(writer, 3, pad);
    });
    if (work.kind === 'core-op') {
      sink.open(4);
      for (const index of work.variants) {
        const variant = group.variants[index] as VariantPlan;
        if (nested) yield* writeVariant(sink, variant, state);
        else yield* writeCoreOp(sink, variant.coreOp, state);
      }
      sink.close();
    } else if (work.kind === 'nms') {
      sink.write((writer) => writeNmsOp(writer, work));
    } else {
      sink.write((writer) => writer.begin(6).scalar(1, work.type).end());
    }
    sink.close();
  }
  sink.write((writer) => {
    for (const { from, to } of graph.edges) writer.begin(9).scalar(1, from).scalar(2, to).end();
  });
}

/** Writes an element of `partial_network_groups` or `partial_core_ops`, which have the same fields. */
export function* writeVariant(
  sink: MessageSink,
  { bitmap, coreOp }: VariantPlan,
  state: WritingState,
): Iterable<void> {
  sink.open(7);
  sink.open(1);
  yield* writeCoreOp(sink, coreOp, state);
  sink.close();
  sink.write((writer) => writer.begin(2).uint(1, bitmap).end());
  sink.close();
}

function writePad(writer: RecordWriter, field: number, pad: PadPlan): void {
  writer.begin(field).scalar(1, pad.index).text(2, pad.name).scalar(3, pad.order).scalar(4, pad.dataType);
  const plain = { zeroPoint: 0, scale: pad.scale, least: 0, most: 255 * pad.scale };
  writeQuantization(writer, 5, { ...plain, zeroPoints: [], scales: [] });
  writer.begin(pad.boxes ? 7 : 6);
  for (const [i, size] of pad.shape.entries()) writer.scalar(i + 1, size);
  writer.end().scalar(8, pad.type).end();
}

function writeNmsOp(writer: RecordWriter, op: NmsOpPlan): void {
  const { member, numbers } = op;
  const number = (index: number): number => numbers[index] as number;
  writer
    .begin(5)
    .double(1, number(0) / 1024)
    .double(2, number(1) / 1024)
    .uint(3, number(2))
    .uint(4, number(3));
  // A class can only be the background if there are at least two classes.
  if (number(4) % 2 === 0 && number(3) > 1) writer.uint(5, 1).scalar(6, number(5) % 4);
  writer.begin(member);
  if (member !== 10) writer.double(1, number(6)).double(2, number(7));
  if (member === YOLOV5 || member === YOLOV8) writer.uint(3, number(8));
  if (member === SSD) for (let field = 3; field <= 8; field++) writer.uint(field, number(field));
  for (let decoder = 0; decoder < op.decoders; decoder++) writeDecoder(writer, op, decoder);
  if (member === YOLO_SEG) {
    writer
      .begin(4)
      .uint(1, number(9))
      .uint(2, number(10))
      .text(3, op.protoLayer)
      .end()
      .double(5, number(11) / 1024);
  }
  if (member === YOLOV8) writer.uint(5, number(12));
  writer.end().flag(13, op.decodingOnly).end();
}

/** Writes a decoder: the anchors of an output, with its pads. */
function writeDecoder(writer: RecordWriter, { member, numbers, pads }: NmsOpPlan, decoder: number): void {
  const pad = (index: number): number => pads[index % pads.length] as number;
  const anchors = numbers.slice(decoder, decoder + 3);
  const stride = 8 << decoder;
  if (member === YOLOV5 || member === YOLO_SEG) {
    writer
      .begin(member === YOLOV5 ? 4 : 3)
      .packed(2, anchors)
      .packed(3, anchors);
    writer.uint(4, stride).scalar(5, pad(decoder)).end();
  } else if (member === YOLOX) {
    writer
      .begin(3)
      .uint(1, stride)
      .scalar(2, pad(3 * decoder))
      .scalar(3, pad(3 * decoder + 1))
      .scalar(4, pad(3 * decoder + 2))
      .end();
  } else if (member === SSD) {
    const parts = anchors.map((size) => size / 1024);
    writer.begin(9).packedFloats(1, parts).packedFloats(2, parts);
    writer
      .scalar(3, pad(2 * decoder))
      .scalar(4, pad(2 * decoder + 1))
      .end();
  } else if (member === YOLOV8) {
    writer
      .begin(4)
      .uint(1, stride)
      .scalar(2, pad(2 * decoder))
      .scalar(3, pad(2 * decoder + 1))
      .end();
  }
}

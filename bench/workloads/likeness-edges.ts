import type { RecordWriter } from '../../src/base/wire/record-writer.js';
import type { CoreOpProfile } from './likeness-profile.js';

const H2D = 0;
const BOUNDARY = 0;
const INTERMEDIATE = 1;
const NO_BUFFERS = 0xffff_ffff;

/** An edge layer to be written: its class in the profile, and its connections. */
export interface LikeEdge {
  readonly name: string;
  readonly direction: number;
  readonly connection: number;
  readonly predecessors: number;
  readonly scales: number;
  readonly originals: number;
  readonly boxes: boolean;
  readonly context: number;
  readonly network: number;
  readonly sysIndex: number;
  readonly peers: LikeEdge[];
}

/**
 * Returns the edge layers of a core op, a list for each context. The outputs of contexts go to later contexts
 * in turn, so that every output is read; tensors in external memory return to the same context.
 */
export function likeEdges(coreOp: CoreOpProfile, name: string): LikeEdge[][] {
  const contexts = coreOp.contexts.map(({ edges }, context) => {
    let sysIndex = 0;
    const ways = [0, 0];
    return Object.entries(edges).flatMap(([words, count]) => {
      const [direction, connection, predecessors, scales, originals, boxes] = words.split(' ').map(Number);
      return Array.from({ length: count }, (): LikeEdge => {
        const index = sysIndex++;
        // Each network gets inputs and outputs.
        const network = ways[direction!]!++ % Math.max(1, coreOp.networks);
        return {
          name: `${name}/layer${context}_${index}`,
          direction: direction!,
          connection: connection!,
          predecessors: predecessors!,
          scales: scales!,
          originals: originals!,
          boxes: boxes === 1,
          context,
          network,
          sysIndex: index,
          peers: [],
        };
      });
    });
  });
  const sources = contexts.flat().filter((edge) => edge.direction !== H2D);
  for (const sink of contexts.flat()) {
    if (sink.direction !== H2D || sink.connection === BOUNDARY) continue;
    const fits = sources.filter(({ connection, context }) =>
      sink.connection === INTERMEDIATE
        ? connection === INTERMEDIATE && context < sink.context
        : connection === sink.connection && context === sink.context,
    );
    const [source] = fits.sort((a, b) => a.peers.length - b.peers.length);
    if (source === undefined) throw new Error(`nothing is written that ${sink.name} could read`);
    sink.peers.push(source);
    source.peers.push(sink);
  }
  return contexts;
}

export function writeLikeEdge(writer: RecordWriter, edge: LikeEdge, pad: number | undefined): void {
  const { name, direction, connection, predecessors, context, peers } = edge;
  writer.begin(2).scalar(1, direction);
  if (predecessors > 0) {
    writer.scalar(2, 1).begin(4).string(1, name);
    writeBase(writer, edge, false);
    writer.begin(3).uint(1, predecessors).end();
    for (let i = 0; i < predecessors; i++) {
      writer.begin(5);
      writeInfo(writer, 1, { ...edge, name: `${name}/part${i}`, originals: 0 });
      writer.end();
    }
    for (let i = 0; i < edge.originals; i++) writer.string(6, `${name}/original${i}`);
    writer.end();
  } else {
    writeInfo(writer, 3, edge);
  }
  writer.begin(5).scalar(1, context).scalar(3, connection);
  const [first] = peers;
  if (first === undefined) {
    writer.uint(6, NO_BUFFERS);
  } else {
    writer.scalar(4, first.context).uint(6, connection === INTERMEDIATE ? NO_BUFFERS : 32);
    writer.scalar(7, first.sysIndex);
    for (const peer of peers) writer.begin(8).scalar(1, peer.context).scalar(3, peer.sysIndex).end();
  }
  writer.end().scalar(6, edge.network);
  if (pad !== undefined) writer.uint(7, pad);
  writer.end();
}

function writeInfo(writer: RecordWriter, field: number, edge: LikeEdge): void {
  const { name, scales, originals } = edge;
  writer.begin(field).string(1, name);
  writeBase(writer, edge, edge.boxes);
  writer.begin(3).float(2, 1).float(4, 255);
  for (const list of scales === 0 ? [] : [5, 6]) writer.blob(list, doubles(scales, list === 6 ? 1 : 0));
  writer.end().string(4, name);
  for (let i = 0; i < originals; i++) writer.string(5, `${name}/original${i}`);
  writer.end();
}

/** Writes a shape of 60 rows and 80 columns, with one buffer for each row, and one feature for each scale. */
function writeBase(writer: RecordWriter, { direction, sysIndex, scales }: LikeEdge, boxes: boolean): void {
  const features = scales > 1 ? scales : 64;
  const padded = Math.ceil(features / 64) * 64;
  writer.begin(2).uint(1, 60).uint(2, 60).uint(3, 80).uint(4, 80).uint(5, features).uint(6, padded);
  writer.scalar(7, direction === H2D ? 0 : 1).scalar(8, sysIndex);
  writer.uint(9, 80 * padded).uint(10, 60);
  if (boxes) writer.begin(11).begin(1).uint(2, 80).uint(3, 100).uint(4, 5).uint(7, 1).end().end();
  writer
    .uint(12, 1)
    .begin(13)
    .uint(1, sysIndex + 1)
    .end()
    .end();
}

function doubles(count: number, value: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(8 * count));
  for (let i = 0; i < count; i++) view.setFloat64(8 * i, value, true);
  return new Uint8Array(view.buffer);
}

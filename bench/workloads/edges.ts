import type { RecordWriter } from '../../src/base/wire/record-writer.js';

export const BOUNDARY = 0;
export const INTERMEDIATE = 1;
export const DDR = 2;
export const H2D = 0;
const D2H = 1;

/** First sys_index of the outputs; inputs count from 0. */
export const FIRST_OUTPUT = 16;
const DDR_INPUT = 4;
const DDR_OUTPUT = 20;
const NO_BUFFERS = 0xffff_ffff;

/** Names of the networks of every group; each network has one input and one output. */
export const NETWORKS = ['detect', 'classify'] as const;

/** An edge layer of a context. */
export interface Edge {
  readonly direction: number;
  readonly name: string;
  readonly sysIndex: number;
  readonly connection: number;
  readonly network: number;
  /** The other end of the layer, if both ends are inside the model. */
  readonly peer?: { readonly context: number; readonly sysIndex: number };
}

/**
 * Returns the edge layers of context `index` of `count`: every context passes its output to the next context,
 * the first context reads from the host, the last context writes to the host, and one context in four keeps a
 * tensor in external memory.
 */
export function edgesOf(group: string, index: number, count: number): readonly Edge[] {
  const edges: Edge[] = [];
  for (const network of NETWORKS.keys()) {
    const sysIndex = network;
    if (index === 0) {
      const name = `${group}/input_layer${network + 1}`;
      edges.push({ direction: H2D, name, sysIndex, connection: BOUNDARY, network });
    } else {
      const name = `${group}/conv${index}_${network}_in`;
      const peer = { context: index - 1, sysIndex: FIRST_OUTPUT + network };
      edges.push({ direction: H2D, name, sysIndex, connection: INTERMEDIATE, network, peer });
    }
  }
  for (const network of NETWORKS.keys()) {
    const sysIndex = FIRST_OUTPUT + network;
    if (index === count - 1) {
      const name = outputName(group, network);
      edges.push({ direction: D2H, name, sysIndex, connection: BOUNDARY, network });
    } else {
      const name = `${group}/conv${index}_${network}_out`;
      const peer = { context: index + 1, sysIndex: network };
      edges.push({ direction: D2H, name, sysIndex, connection: INTERMEDIATE, network, peer });
    }
  }
  if (index % 4 === 1) {
    const name = `${group}/ddr${index}`;
    const ends = [
      { direction: H2D, sysIndex: DDR_INPUT, other: DDR_OUTPUT },
      { direction: D2H, sysIndex: DDR_OUTPUT, other: DDR_INPUT },
    ];
    for (const { direction, sysIndex, other } of ends) {
      const peer = { context: index, sysIndex: other };
      edges.push({ direction, name, sysIndex, connection: DDR, network: 0, peer });
    }
  }
  return edges;
}

export function outputName(group: string, network: number): string {
  return `${group}/conv_out${network + 1}`;
}

export function writeEdge(writer: RecordWriter, context: number, edge: Edge): void {
  const { direction, name, sysIndex, connection, network, peer } = edge;
  const input = direction === H2D && connection === BOUNDARY;
  writer.begin(2).scalar(1, direction);
  writer.begin(3).string(1, name);
  writeBase(writer, sysIndex, input ? 0 : 1);
  if (connection === BOUNDARY) {
    writer.begin(3).float(2, 1).float(4, 255).end();
    writer.string(4, name).string(5, `/model/${name}/Conv`);
  }
  writer.end();
  writer.begin(5).scalar(1, context).string(2, contextName(context)).scalar(3, connection);
  if (peer === undefined) {
    writer.uint(6, NO_BUFFERS);
  } else {
    writer.scalar(4, peer.context).string(5, contextName(peer.context));
    writer.uint(6, connection === DDR ? 32 : NO_BUFFERS).scalar(7, peer.sysIndex);
    writer.begin(8).scalar(1, peer.context).string(2, contextName(peer.context));
    writer.scalar(3, peer.sysIndex).end();
  }
  writer.end().scalar(6, network).end();
}

/**
 * Writes a shape of 60 rows, 80 columns and 64 features with one buffer for each row; the size of a buffer is
 * a multiple of 512 bytes.
 */
function writeBase(writer: RecordWriter, sysIndex: number, format: number): void {
  writer.begin(2).uint(1, 60).uint(2, 60).uint(3, 80).uint(4, 80).uint(5, 64).uint(6, 64);
  writer.scalar(7, format).scalar(8, sysIndex).uint(9, 5120).uint(10, 60).uint(12, 1);
  writer
    .begin(13)
    .uint(1, sysIndex + 1)
    .end()
    .uint(15, 65_536)
    .end();
}

function contextName(index: number): string {
  return `context_${index}`;
}

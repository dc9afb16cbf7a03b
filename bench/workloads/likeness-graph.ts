import type { RecordWriter } from '../../src/base/wire/record-writer.js';
import type { CoreOpProfile, GroupProfile } from './likeness-profile.js';
import type { ModelSink } from './sink.js';

type WriteCoreOp = (coreOp: CoreOpProfile, pads: { input: number; output: number }) => void;

/** Writes a group as a graph: nodes on the device, then host nodes for the device's outputs. */
export function writeLikeGraph(sink: ModelSink, group: GroupProfile, name: string, write: WriteCoreOp): void {
  const { nodes, hostNodes, pads, padEdges, shell } = group;
  const inputs = Math.max(0, pads - 2 * padEdges - hostNodes);
  if (shell !== null) write(shell, { input: 0, output: 0 });
  sink.write((writer) => {
    if (shell !== null) return;
    writer.begin(1).string(1, name).end();
    for (let i = 0; i < group.sortedNames; i++) writer.string(4, `${name}/host${i}`);
    for (let i = 0; i < group.networks; i++) writer.string(6, i === 0 ? name : `${name}_${i}`);
  });
  for (const [i, coreOps] of nodes.entries()) {
    sink.open(8);
    sink.write((writer) => {
      writer.string(1, `${name}/core${i}`);
      if (i > 0) return;
      for (let pad = 0; pad < inputs; pad++) writePad(writer, 2, pad, name);
      for (let pad = 0; pad < padEdges; pad++) writePad(writer, 3, inputs + pad, name);
    });
    sink.open(4);
    for (const [variant, coreOp] of coreOps.entries()) {
      const first = { input: 0, output: inputs };
      if (group.layout === 'ops') {
        write(coreOp, first);
        continue;
      }
      sink.open(7);
      sink.open(1);
      write(coreOp, first);
      sink.close();
      sink.write((writer) =>
        writer
          .begin(2)
          .uint(1, variant + 1)
          .end(),
      );
      sink.close();
    }
    sink.close();
    sink.close();
  }
  sink.write((writer) => {
    for (let i = 0; i < hostNodes; i++) writeHostNode(writer, group, name, i);
    for (let i = 0; i < padEdges; i++) {
      writer
        .begin(9)
        .scalar(1, inputs + i)
        .scalar(2, inputs + padEdges + i)
        .end();
    }
  });
}

/**
 * Writes post-processing that selects boxes. The first node takes all outputs of the device. The node has no
 * decoders, because decoders need exact numbers of features, and a profile has only their mean.
 */
function writeHostNode(writer: RecordWriter, group: GroupProfile, name: string, index: number): void {
  const { pads, padEdges, hostNodes } = group;
  const first = pads - padEdges - hostNodes;
  writer.begin(8).string(1, `${name}/host${index}`);
  if (index === 0) for (let i = 0; i < padEdges; i++) writePad(writer, 2, first + i, name);
  writePad(writer, 3, pads - hostNodes + index, name);
  writer.begin(5).double(1, 0.25).double(2, 0.5).uint(3, 100).uint(4, 80);
  writer.begin(10).end().end().end();
}

function writePad(writer: RecordWriter, field: number, index: number, name: string): void {
  writer.begin(field).scalar(1, index).string(2, `${name}/pad${index}`).uint(3, 3);
  writer.begin(5).float(2, 1).end().begin(6);
  for (let size = 1; size <= 6; size++) writer.uint(size, 64);
  writer.end().uint(8, 1).end();
}

/**
 * Notes written by protobuf's own codec, which shares no code with our readers, in a model with no other
 * content.
 */
import { create, type MessageInitShape, toBinary } from '@bufbuild/protobuf';
import { memorySource } from '../../src/base/source/memory.js';
import type { Source } from '../../src/base/source/source.js';
import { CompilerNotesSchema, type NotedLayerSchema } from '../../src/generated/mapping_pb.js';
import { ProtoMDLMdlSchema } from '../../src/generated/mdl_pb.js';

export type LayerInit = MessageInitShape<typeof NotedLayerSchema>;
export type NotesInit = MessageInitShape<typeof CompilerNotesSchema>;

export const shape = (rows: number, columns: number, features: number) => ({ rows, columns, features });

/** The network is input → conv → dw → fc → output. Ids have gaps, and differ from positions. */
export function chain(): LayerInit[] {
  return [
    { kind: 25, name: 'input_layer1', id: 7, inputs: [shape(8, 8, 3)], outputs: [shape(8, 8, 3)] },
    {
      kind: 0,
      name: 'conv1',
      id: 0,
      inputs: [shape(8, 8, 3)],
      outputs: [shape(8, 8, 16)],
      kernel: shape(3, 3, 16),
      strides: shape(1, 1, 1),
      activation: 12,
      predecessors: [7],
      originalNamesLater: ['/conv/Conv'],
    },
    {
      kind: 15,
      name: 'dw1',
      id: 30,
      inputs: [shape(8, 8, 16)],
      outputs: [shape(4, 4, 16)],
      kernel: shape(3, 3, 1),
      activation: 1,
      predecessors: [0],
      originalNames: ['dw/Depthwise'],
    },
    {
      kind: 2,
      name: 'fc1',
      id: 4,
      inputs: [{ columns: 256 }],
      outputs: [shape(1, 1, 10)],
      kernel: { columns: 256, features: 10 },
      predecessors: [30],
    },
    { kind: 26, name: 'output_layer1', id: 5, inputs: [shape(1, 1, 10)], predecessors: [4] },
  ];
}

export const CHAIN_EDGES = [
  { writer: 0, reader: 1 },
  { writer: 1, reader: 2 },
  { writer: 2, reader: 3 },
  { writer: 3, reader: 4 },
];

export function notesOf(init: NotesInit): Uint8Array {
  return toBinary(CompilerNotesSchema, create(CompilerNotesSchema, init));
}

/**
 * Makes a bare model with these bytes as its mapping, and one context that is shown if the notes cannot be
 * read.
 */
export function modelWith(mapping: Uint8Array): Source {
  return memorySource(modelBytes(mapping));
}

export function modelBytes(mapping: Uint8Array): Uint8Array {
  const model = create(ProtoMDLMdlSchema, {
    mapping,
    networkGroups: [{ contexts: [{ metadata: { name: 'ctx', edgeLayers: [{ edge: INPUT }] } }] }],
  });
  return toBinary(ProtoMDLMdlSchema, model);
}

const INPUT = {
  case: 'layerInfo',
  value: { name: 'in', edgeLayerBase: { height: 8, width: 8, features: 3 } },
} as const;

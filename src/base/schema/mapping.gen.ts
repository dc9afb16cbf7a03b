// Generated from proto/mapping.proto by `npm run generate` (scripts/schema/generate.ts).
import type { EnumTable, FieldTable, MessageTable, SchemaTables } from './table.js';

// number, name, localName, type, repeated, optional, message, enum, oneof: see table.ts. One place makes
// all fields, so that they share one hidden class.
const f = (
  number: number,
  name: string,
  localName: string,
  type: number,
  repeated: boolean,
  optional: boolean,
  message: number,
  enumIndex: number,
  oneof: number,
): FieldTable => ({ number, name, localName, type, repeated, optional, message, enum: enumIndex, oneof });

const messages: readonly MessageTable[] = [
  {
    index: 0,
    typeName: 'CompilerNotes',
    fields: [
      f(1, 'placement', 'placement', 11, false, false, 1, -1, -1),
      f(2, 'network', 'network', 11, false, false, 2, -1, -1),
      f(6, 'buffers', 'buffers', 11, true, false, 3, -1, -1),
      f(7, 'contexts', 'contexts', 11, false, false, 4, -1, -1),
      f(9, 'compiler', 'compiler', 11, false, false, 5, -1, -1),
      f(12, 'frames_per_second', 'framesPerSecond', 1, false, false, -1, -1, -1),
      f(14, 'schedules', 'schedules', 11, false, false, 6, -1, -1),
    ],
    oneofs: [],
    mapEntry: false,
  },
  {
    index: 1,
    typeName: 'NotedPlacement',
    fields: [
      f(1, 'elements', 'elements', 11, true, false, 7, -1, -1),
    ],
    oneofs: [],
    mapEntry: false,
  },
  {
    index: 2,
    typeName: 'NotedNetwork',
    fields: [
      f(1, 'layers', 'layers', 11, true, false, 8, -1, -1),
      f(2, 'edges', 'edges', 11, true, false, 9, -1, -1),
      f(3, 'names', 'names', 11, false, false, 10, -1, -1),
      f(4, 'figures', 'figures', 11, true, false, 11, -1, -1),
    ],
    oneofs: [],
    mapEntry: false,
  },
  {
    index: 3,
    typeName: 'NotedContextBuffers',
    fields: [
      f(1, 'context', 'context', 11, false, false, 12, -1, -1),
      f(2, 'buffers', 'buffers', 11, false, false, 13, -1, -1),
    ],
    oneofs: [],
    mapEntry: false,
  },
  {
    index: 4,
    typeName: 'NotedContexts',
    fields: [
      f(1, 'contexts', 'contexts', 11, true, false, 14, -1, -1),
    ],
    oneofs: [],
    mapEntry: false,
  },
  {
    index: 5,
    typeName: 'NotedCompiler',
    fields: [
      f(2, 'version', 'version', 9, false, false, -1, -1, -1),
    ],
    oneofs: [],
    mapEntry: false,
  },
  {
    index: 6,
    typeName: 'NotedSchedules',
    fields: [
      f(1, 'schedules', 'schedules', 11, true, false, 15, -1, -1),
    ],
    oneofs: [],
    mapEntry: false,
  },
  {
    index: 7,
    typeName: 'NotedElement',
    fields: [
      f(1, 'kind', 'kind', 13, false, false, -1, -1, -1),
      f(2, 'number', 'number', 13, false, false, -1, -1, -1),
      f(3, 'layer', 'layer', 13, false, false, -1, -1, -1),
      f(4, 'location', 'location', 11, false, false, 16, -1, -1),
      f(8, 'context', 'context', 11, false, false, 12, -1, -1),
    ],
    oneofs: [],
    mapEntry: false,
  },
  {
    index: 8,
    typeName: 'NotedLayer',
    fields: [
      f(1, 'kind', 'kind', 13, false, false, -1, -1, -1),
      f(2, 'name', 'name', 9, false, false, -1, -1, -1),
      f(3, 'id', 'id', 13, false, false, -1, -1, -1),
      f(4, 'inputs', 'inputs', 11, true, false, 17, -1, -1),
      f(5, 'outputs', 'outputs', 11, true, false, 17, -1, -1),
      f(6, 'kernel', 'kernel', 11, false, false, 17, -1, -1),
      f(7, 'strides', 'strides', 11, false, false, 17, -1, -1),
      f(8, 'dilation', 'dilation', 11, false, false, 17, -1, -1),
      f(10, 'activation', 'activation', 13, false, false, -1, -1, -1),
      f(17, 'predecessors', 'predecessors', 13, true, false, -1, -1, -1),
      f(18, 'split', 'split', 11, false, false, 18, -1, -1),
      f(34, 'successors', 'successors', 13, true, false, -1, -1, -1),
      f(44, 'original_names', 'originalNames', 9, true, false, -1, -1, -1),
      f(45, 'original_names_later', 'originalNamesLater', 9, true, false, -1, -1, -1),
    ],
    oneofs: [],
    mapEntry: false,
  },
  {
    index: 9,
    typeName: 'NotedEdge',
    fields: [
      f(1, 'writer', 'writer', 13, false, false, -1, -1, -1),
      f(2, 'reader', 'reader', 13, false, false, -1, -1, -1),
    ],
    oneofs: [],
    mapEntry: false,
  },
  {
    index: 10,
    typeName: 'NotedNames',
    fields: [
      f(7, 'networks', 'networks', 9, true, false, -1, -1, -1),
    ],
    oneofs: [],
    mapEntry: false,
  },
  {
    index: 11,
    typeName: 'NotedFigures',
    fields: [
      f(1, 'subclusters', 'subclusters', 13, false, false, -1, -1, -1),
      f(15, 'layer', 'layer', 13, false, false, -1, -1, -1),
      f(28, 'utilization', 'utilization', 1, false, false, -1, -1, -1),
      f(41, 'cycles', 'cycles', 4, false, false, -1, -1, -1),
      f(43, 'input_rate', 'inputRate', 1, false, false, -1, -1, -1),
      f(44, 'output_rate', 'outputRate', 1, false, false, -1, -1, -1),
      f(49, 'activation_units', 'activationUnits', 13, false, false, -1, -1, -1),
      f(53, 'input_aligners', 'inputAligners', 13, false, false, -1, -1, -1),
      f(57, 'first_cycle', 'firstCycle', 2, false, false, -1, -1, -1),
      f(58, 'last_cycle', 'lastCycle', 2, false, false, -1, -1, -1),
      f(62, 'clock', 'clock', 4, false, false, -1, -1, -1),
    ],
    oneofs: [],
    mapEntry: false,
  },
  {
    index: 12,
    typeName: 'NotedContextName',
    fields: [
      f(1, 'name', 'name', 9, false, false, -1, -1, -1),
      f(2, 'index', 'index', 13, false, false, -1, -1, -1),
      f(3, 'group', 'group', 9, false, false, -1, -1, -1),
    ],
    oneofs: [],
    mapEntry: false,
  },
  {
    index: 13,
    typeName: 'NotedBuffers',
    fields: [
      f(1, 'buffers', 'buffers', 11, true, false, 19, -1, -1),
    ],
    oneofs: [],
    mapEntry: false,
  },
  {
    index: 14,
    typeName: 'NotedContext',
    fields: [
      f(1, 'name', 'name', 11, false, false, 12, -1, -1),
      f(2, 'network', 'network', 11, false, false, 20, -1, -1),
    ],
    oneofs: [],
    mapEntry: false,
  },
  {
    index: 15,
    typeName: 'NotedSchedule',
    fields: [
      f(1, 'name', 'name', 9, false, false, -1, -1, -1),
      f(2, 'works', 'works', 11, true, false, 21, -1, -1),
    ],
    oneofs: [],
    mapEntry: false,
  },
  {
    index: 16,
    typeName: 'NotedLocation',
    fields: [
      f(1, 'kind', 'kind', 13, false, false, -1, -1, -1),
      f(2, 'number', 'number', 13, false, false, -1, -1, -1),
    ],
    oneofs: [],
    mapEntry: false,
  },
  {
    index: 17,
    typeName: 'NotedShape',
    fields: [
      f(1, 'rows', 'rows', 13, false, true, -1, -1, -1),
      f(2, 'columns', 'columns', 13, false, false, -1, -1, -1),
      f(3, 'features', 'features', 13, false, true, -1, -1, -1),
    ],
    oneofs: [],
    mapEntry: false,
  },
  {
    index: 18,
    typeName: 'NotedSplit',
    fields: [
      f(6, 'subclusters', 'subclusters', 13, false, false, -1, -1, -1),
    ],
    oneofs: [],
    mapEntry: false,
  },
  {
    index: 19,
    typeName: 'NotedBuffer',
    fields: [
      f(1, 'writer', 'writer', 13, false, false, -1, -1, -1),
      f(2, 'reader', 'reader', 13, false, false, -1, -1, -1),
      f(3, 'rows', 'rows', 13, false, false, -1, -1, -1),
      f(4, 'row_bytes', 'rowBytes', 13, false, false, -1, -1, -1),
    ],
    oneofs: [],
    mapEntry: false,
  },
  {
    index: 20,
    typeName: 'NotedContextNetwork',
    fields: [
      f(1, 'layers', 'layers', 11, true, false, 8, -1, -1),
    ],
    oneofs: [],
    mapEntry: false,
  },
  {
    index: 21,
    typeName: 'NotedWork',
    fields: [
      f(1, 'layer', 'layer', 9, false, false, -1, -1, -1),
      f(2, 'steps', 'steps', 11, true, false, 22, -1, -1),
    ],
    oneofs: [],
    mapEntry: false,
  },
  {
    index: 22,
    typeName: 'NotedStep',
    fields: [
      f(1, 'start', 'start', 4, false, false, -1, -1, -1),
      f(2, 'end', 'end', 4, false, false, -1, -1, -1),
    ],
    oneofs: [],
    mapEntry: false,
  },
];

const enums: readonly EnumTable[] = [

];

/** The compiler's notes, as far as they could be guessed: what the format's mapping blob holds. */
export const NOTES: SchemaTables = { messages, enums };

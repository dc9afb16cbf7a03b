// Generated from proto/mapping.proto by `npm run generate` (scripts/schema/generate.ts).
import { f, tablesOf } from './rows.js';
import type { SchemaTables } from './table.js';

/** The compiler's notes, as far as they could be guessed: what the format's mapping blob holds. */
export const NOTES: SchemaTables = /* @__PURE__ */ tablesOf([
  ['CompilerNotes', [
    f(1, 'placement', 11, false, false, 1),
    f(2, 'network', 11, false, false, 2),
    f(6, 'buffers', 11, true, false, 3),
    f(7, 'contexts', 11, false, false, 4),
    f(9, 'compiler', 11, false, false, 5),
    f(12, 'frames_per_second', 1),
    f(14, 'schedules', 11, false, false, 6),
  ]],
  ['NotedPlacement', [
    f(1, 'elements', 11, true, false, 7),
  ]],
  ['NotedNetwork', [
    f(1, 'layers', 11, true, false, 8),
    f(2, 'edges', 11, true, false, 9),
    f(3, 'names', 11, false, false, 10),
    f(4, 'figures', 11, true, false, 11),
  ]],
  ['NotedContextBuffers', [
    f(1, 'context', 11, false, false, 12),
    f(2, 'buffers', 11, false, false, 13),
  ]],
  ['NotedContexts', [
    f(1, 'contexts', 11, true, false, 14),
  ]],
  ['NotedCompiler', [
    f(2, 'version', 9),
  ]],
  ['NotedSchedules', [
    f(1, 'schedules', 11, true, false, 15),
  ]],
  ['NotedElement', [
    f(1, 'kind', 13),
    f(2, 'number', 13),
    f(3, 'layer', 13),
    f(4, 'location', 11, false, false, 16),
    f(8, 'context', 11, false, false, 12),
  ]],
  ['NotedLayer', [
    f(1, 'kind', 13),
    f(2, 'name', 9),
    f(3, 'id', 13),
    f(4, 'inputs', 11, true, false, 17),
    f(5, 'outputs', 11, true, false, 17),
    f(6, 'kernel', 11, false, false, 17),
    f(7, 'strides', 11, false, false, 17),
    f(8, 'dilation', 11, false, false, 17),
    f(10, 'activation', 13),
    f(17, 'predecessors', 13, true),
    f(18, 'split', 11, false, false, 18),
    f(34, 'successors', 13, true),
    f(44, 'original_names', 9, true),
    f(45, 'original_names_later', 9, true),
  ]],
  ['NotedEdge', [
    f(1, 'writer', 13),
    f(2, 'reader', 13),
  ]],
  ['NotedNames', [
    f(7, 'networks', 9, true),
  ]],
  ['NotedFigures', [
    f(1, 'subclusters', 13),
    f(15, 'layer', 13),
    f(28, 'utilization', 1),
    f(41, 'cycles', 4),
    f(43, 'input_rate', 1),
    f(44, 'output_rate', 1),
    f(49, 'activation_units', 13),
    f(53, 'input_aligners', 13),
    f(57, 'first_cycle', 2),
    f(58, 'last_cycle', 2),
    f(62, 'clock', 4),
  ]],
  ['NotedContextName', [
    f(1, 'name', 9),
    f(2, 'index', 13),
    f(3, 'group', 9),
  ]],
  ['NotedBuffers', [
    f(1, 'buffers', 11, true, false, 19),
  ]],
  ['NotedContext', [
    f(1, 'name', 11, false, false, 12),
    f(2, 'network', 11, false, false, 20),
  ]],
  ['NotedSchedule', [
    f(1, 'name', 9),
    f(2, 'works', 11, true, false, 21),
  ]],
  ['NotedLocation', [
    f(1, 'kind', 13),
    f(2, 'number', 13),
  ]],
  ['NotedShape', [
    f(1, 'rows', 13, false, true),
    f(2, 'columns', 13),
    f(3, 'features', 13, false, true),
  ]],
  ['NotedSplit', [
    f(6, 'subclusters', 13),
  ]],
  ['NotedBuffer', [
    f(1, 'writer', 13),
    f(2, 'reader', 13),
    f(3, 'rows', 13),
    f(4, 'row_bytes', 13),
  ]],
  ['NotedContextNetwork', [
    f(1, 'layers', 11, true, false, 8),
  ]],
  ['NotedWork', [
    f(1, 'layer', 9),
    f(2, 'steps', 11, true, false, 22),
  ]],
  ['NotedStep', [
    f(1, 'start', 4),
    f(2, 'end', 4),
  ]],
], [
]);

// Generated from proto/mapping.proto by `npm run generate` (scripts/schema/generate.ts).
import { f, tablesOf } from './rows.js';
import type { SchemaTables } from './table.js';

/** The compiler's notes, as far as they could be guessed: what the format's mapping blob holds. */
export const NOTES: SchemaTables = /* @__PURE__ */ tablesOf([
  ['CompilerNotes', [
    f(1, 'placement', 'placement', 11, false, false, 1, -1, -1),
    f(2, 'network', 'network', 11, false, false, 2, -1, -1),
    f(6, 'buffers', 'buffers', 11, true, false, 3, -1, -1),
    f(7, 'contexts', 'contexts', 11, false, false, 4, -1, -1),
    f(9, 'compiler', 'compiler', 11, false, false, 5, -1, -1),
    f(12, 'frames_per_second', 'framesPerSecond', 1, false, false, -1, -1, -1),
    f(14, 'schedules', 'schedules', 11, false, false, 6, -1, -1),
  ]],
  ['NotedPlacement', [
    f(1, 'elements', 'elements', 11, true, false, 7, -1, -1),
  ]],
  ['NotedNetwork', [
    f(1, 'layers', 'layers', 11, true, false, 8, -1, -1),
    f(2, 'edges', 'edges', 11, true, false, 9, -1, -1),
    f(3, 'names', 'names', 11, false, false, 10, -1, -1),
    f(4, 'figures', 'figures', 11, true, false, 11, -1, -1),
  ]],
  ['NotedContextBuffers', [
    f(1, 'context', 'context', 11, false, false, 12, -1, -1),
    f(2, 'buffers', 'buffers', 11, false, false, 13, -1, -1),
  ]],
  ['NotedContexts', [
    f(1, 'contexts', 'contexts', 11, true, false, 14, -1, -1),
  ]],
  ['NotedCompiler', [
    f(2, 'version', 'version', 9, false, false, -1, -1, -1),
  ]],
  ['NotedSchedules', [
    f(1, 'schedules', 'schedules', 11, true, false, 15, -1, -1),
  ]],
  ['NotedElement', [
    f(1, 'kind', 'kind', 13, false, false, -1, -1, -1),
    f(2, 'number', 'number', 13, false, false, -1, -1, -1),
    f(3, 'layer', 'layer', 13, false, false, -1, -1, -1),
    f(4, 'location', 'location', 11, false, false, 16, -1, -1),
    f(8, 'context', 'context', 11, false, false, 12, -1, -1),
  ]],
  ['NotedLayer', [
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
  ]],
  ['NotedEdge', [
    f(1, 'writer', 'writer', 13, false, false, -1, -1, -1),
    f(2, 'reader', 'reader', 13, false, false, -1, -1, -1),
  ]],
  ['NotedNames', [
    f(7, 'networks', 'networks', 9, true, false, -1, -1, -1),
  ]],
  ['NotedFigures', [
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
  ]],
  ['NotedContextName', [
    f(1, 'name', 'name', 9, false, false, -1, -1, -1),
    f(2, 'index', 'index', 13, false, false, -1, -1, -1),
    f(3, 'group', 'group', 9, false, false, -1, -1, -1),
  ]],
  ['NotedBuffers', [
    f(1, 'buffers', 'buffers', 11, true, false, 19, -1, -1),
  ]],
  ['NotedContext', [
    f(1, 'name', 'name', 11, false, false, 12, -1, -1),
    f(2, 'network', 'network', 11, false, false, 20, -1, -1),
  ]],
  ['NotedSchedule', [
    f(1, 'name', 'name', 9, false, false, -1, -1, -1),
    f(2, 'works', 'works', 11, true, false, 21, -1, -1),
  ]],
  ['NotedLocation', [
    f(1, 'kind', 'kind', 13, false, false, -1, -1, -1),
    f(2, 'number', 'number', 13, false, false, -1, -1, -1),
  ]],
  ['NotedShape', [
    f(1, 'rows', 'rows', 13, false, true, -1, -1, -1),
    f(2, 'columns', 'columns', 13, false, false, -1, -1, -1),
    f(3, 'features', 'features', 13, false, true, -1, -1, -1),
  ]],
  ['NotedSplit', [
    f(6, 'subclusters', 'subclusters', 13, false, false, -1, -1, -1),
  ]],
  ['NotedBuffer', [
    f(1, 'writer', 'writer', 13, false, false, -1, -1, -1),
    f(2, 'reader', 'reader', 13, false, false, -1, -1, -1),
    f(3, 'rows', 'rows', 13, false, false, -1, -1, -1),
    f(4, 'row_bytes', 'rowBytes', 13, false, false, -1, -1, -1),
  ]],
  ['NotedContextNetwork', [
    f(1, 'layers', 'layers', 11, true, false, 8, -1, -1),
  ]],
  ['NotedWork', [
    f(1, 'layer', 'layer', 9, false, false, -1, -1, -1),
    f(2, 'steps', 'steps', 11, true, false, 22, -1, -1),
  ]],
  ['NotedStep', [
    f(1, 'start', 'start', 4, false, false, -1, -1, -1),
    f(2, 'end', 'end', 4, false, false, -1, -1, -1),
  ]],
], [
]);

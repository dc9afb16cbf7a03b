import { encode, type Place } from '../../scripts/corpus/encode.js';
import type { Change } from '../../scripts/corpus/faults.js';
import { type Frame, frame } from '../../scripts/corpus/frame.js';
import type { Fields, Sequence, Value } from '../../scripts/corpus/notation.js';
import type { Diagnostic } from '../../src/base/diagnostics/diagnostic.js';
import { memorySource } from '../../src/base/source/memory.js';
import { validate } from '../../src/check/validate/validate.js';
import { ProtoMDLMdlSchema } from '../../src/generated/mdl_pb.js';

export interface Findings {
  /** Findings as lines such as `error no-contexts network_groups[0]`, in the order of the report. */
  readonly lines: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
  readonly places: ReadonlyMap<string, Place>;
}

export async function findings(
  content: Fields | Sequence,
  codes: readonly string[],
  container?: Frame,
  cut?: number,
): Promise<Findings> {
  const { bytes, places } = encode(ProtoMDLMdlSchema, content);
  const file = container === undefined ? bytes : (await frame(bytes, container)).bytes;
  const report = await validate(memorySource(file.slice(0, cut)), { maxPerCode: 1000 });
  const diagnostics = report.diagnostics.filter(({ code }) => codes.includes(code));
  const lines = diagnostics.map(({ severity, code, path }) => `${severity} ${code} ${path}`);
  return { lines, diagnostics, places };
}

/**
 * Changes the first group to a later layout: the group contains the old group as its variant for part of a
 * device.
 */
export const asPartial: Change = [
  'network_groups[0]',
  (group) => ({ partial_network_groups: [{ network_group: group as Value, layout: {} }] }),
];

/** Changes the first group to a graph of ops, with its core op in the second op. */
export const asOp: Change = [
  'network_groups[0]',
  (group) => ({ ops: [{ name: 'host' }, { name: 'device', core_op: group as Value }] }),
];

/**
 * Changes the first group to a graph whose core op only has variants, beside partial groups of the previous
 * layout.
 */
export const asPartialCoreOp: Change = [
  'network_groups[0]',
  (group) => ({
    partial_network_groups: [{ network_group: { sorted_outputs_order: ['none'] }, layout: {} }],
    ops: [{ name: 'device', core_op: { partial_core_ops: [{ core_op: group as Value, layout: {} }] } }],
  }),
];

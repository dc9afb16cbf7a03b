import { encode, type Place } from '../../scripts/corpus/encode.js';
import type { Change } from '../../scripts/corpus/faults.js';
import type { Fields, Value } from '../../scripts/corpus/notation.js';
import type { Diagnostic } from '../../src/base/diagnostics/diagnostic.js';
import { memorySource } from '../../src/base/source/memory.js';
import { validate } from '../../src/check/validate/validate.js';
import { ProtoMDLMdlSchema } from '../../src/generated/mdl_pb.js';

export interface Found {
  /** Codes of the rules under test, with the severities that tests give them. */
  readonly codes: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
  readonly places: ReadonlyMap<string, Place>;
}

const MINE = /^(edge|h2d|nms|mux|fused|defuse|defused)-/;

/** Returns the findings of the rules about edge layers in a model. */
export async function layerFindings(content: Fields): Promise<Found> {
  const { bytes, places } = encode(ProtoMDLMdlSchema, content);
  const { diagnostics } = await validate(memorySource(bytes), { maxPerCode: 1000 });
  const mine = diagnostics.filter(({ code }) => MINE.test(code));
  return { codes: mine.map(({ code, severity }) => `${severity} ${code}`).sort(), diagnostics: mine, places };
}

/** Makes a change of values in a message; missing values are added. */
export const change = (path: string, values: Fields): Change => [
  path,
  (fields) => ({ ...(fields as Fields), ...values }),
];

/** Changes the first group to a graph of ops, in which one op has the core op. */
export const lifted: Change = [
  'network_groups[0]',
  (group) => ({
    ops: [{ name: 'core', core_op: group as Value }],
    network_group_name: 'lifted',
  }),
];

/**
 * Compares the findings in a model with those in the same model that a later layout stores elsewhere in the
 * file; both have the same changes.
 */
import { encode } from '../../scripts/corpus/encode.js';
import { type Change, spoiled } from '../../scripts/corpus/faults.js';
import type { Fields } from '../../scripts/corpus/notation.js';
import { memorySource } from '../../src/base/source/memory.js';
import type { Source } from '../../src/base/source/source.js';
import { validate } from '../../src/check/validate/validate.js';
import { ProtoMDLMdlSchema } from '../../src/generated/mdl_pb.js';

export interface Found {
  readonly code: string;
  readonly severity: string;
  readonly path: string;
  readonly related: readonly string[];
}

/** Returns the findings with the given codes about a message, in file order. */
export async function findingsIn(source: Source, ...codes: readonly string[]): Promise<readonly Found[]> {
  const { diagnostics } = await validate(source);
  return diagnostics
    .filter(({ code }) => codes.includes(code))
    .map(({ code, severity, path, related }) => ({
      code,
      severity,
      path,
      related: related.map((one) => one.path),
    }));
}

export function encoded(content: Fields): Uint8Array {
  return encode(ProtoMDLMdlSchema, content).bytes;
}

/** Returns the findings with one code in `make` after changes: severity and path. */
export async function found(
  make: () => Fields,
  code: string,
  ...changes: readonly Change[]
): Promise<string[]> {
  const findings = await findingsIn(memorySource(encoded(spoiled(make, ...changes))), code);
  return findings.map(({ severity, path }) => `${severity} ${path}`);
}

/** Moves the network into a partial group, as in later files for part of a device. */
export function inPartialGroup(content: Fields): Fields {
  const [group] = content.network_groups as [Fields];
  return { ...content, network_groups: [{ partial_network_groups: [{ network_group: group }] }] };
}

/** Makes the network the core op of a graph with one node. */
export function inGraph(content: Fields): Fields {
  const [group] = content.network_groups as [Fields];
  return { ...content, network_groups: [{ ops: [{ name: 'node', core_op: group }] }] };
}

/** Functions that move the network group, each with the path of the group after the move. */
export const LIFTED = [
  [inPartialGroup, 'network_groups[0].partial_network_groups[0].network_group'],
  [inGraph, 'network_groups[0].ops[0].core_op'],
] as const;

export const set = (path: string, value: Fields[string]): Change => [path, () => value];

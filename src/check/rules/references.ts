import { codesOf, REFUSED } from '../../base/diagnostics/catalogue.js';
import type { Code } from '../../base/diagnostics/code.gen.js';
import type { Related, Report } from '../../base/diagnostics/diagnostic.js';
import { type CheckedContext, hasAllEdges } from './facts/context.js';
import type { CoreOpFacts } from './facts/core-op.js';
import { DIRECTION_D2H, DIRECTION_H2D } from './facts/edge.js';
import { type FactPlace, findingAt } from './facts/fact-place.js';
import { isMultiNetwork, runsAsap } from './facts/features.js';
import {
  hasReferences,
  inputOf,
  type NoteKind,
  type Occurrences,
  type ReferenceKind,
  type References,
  referencesOf,
} from './facts/references.js';
import type { Rule } from './rule.js';

/** A fault of a value: the code, the message, and the finding that causes the fault, if any. */
export interface ReferenceVerdict {
  readonly code: Code;
  readonly message: string;
  /** Code of the finding from which this finding follows. */
  readonly follows?: Code | undefined;
  /**
   * Returns the place of the finding from which this finding follows, if any. By default, both findings have
   * the same place.
   */
  readonly causeOf?: (place: FactPlace) => FactPlace | undefined;
}

/** Reports every occurrence of the values for which `verdictOf` returns a verdict. */
export function reportValues(
  references: References,
  kind: ReferenceKind | NoteKind,
  verdictOf: (value: number) => ReferenceVerdict | undefined,
  report: Report,
): void {
  for (const occurrences of referencesOf(references, kind)) {
    const verdict = verdictOf(occurrences.value);
    if (verdict !== undefined) reportOccurrences(occurrences, verdict, report);
  }
}

export function reportOccurrences(
  { count, first }: Occurrences,
  verdict: ReferenceVerdict,
  report: Report,
): void {
  const { code, message, follows, causeOf = (place: FactPlace) => place } = verdict;
  const more = count - first.length;
  for (const [i, place] of first.entries()) {
    const cause = causeOf(place);
    const related = follows === undefined || cause === undefined ? [] : [followsFrom(cause, follows)];
    const finding = findingAt(place, code, message, related);
    report(i === 0 && more > 0 ? { ...finding, more } : finding);
  }
}

/** Returns a related place that names the code from which a finding follows. */
export function followsFrom({ offset, length, path }: FactPlace, code: Code): Related {
  return { offset, length, path, message: `follows from ${code}` };
}

/** Returns the references of the preliminary configuration and of each context. */
export function referencesIn(coreOp: CoreOpFacts): readonly References[] {
  return [coreOp.references, ...coreOp.contexts.map(({ references }) => references)];
}

/** Checks the indices of networks in operations and edge layers. */
export const networkIndexRules: Rule = {
  codes: codesOf('network-group', {
    'network-index-out-of-range': {
      ...REFUSED,
      summary: 'a network_index without a name in networks_names',
      why:
        'Each network has its own buffers and batch size: a layer of a missing network has neither buffers ' +
        'nor a batch size.',
      runtime:
        'In an edge layer the index is cut to 8 bits (256 loads as 0) and then rejected at load ' +
        '(INVALID_ARGUMENT). In enable_lcu it is rejected at configuration up to 4.11, and not checked ' +
        'from 4.12.',
      wrong: 'networks_names: "faces"\nnetworks_names: "age"\n# an edge layer\nnetwork_index: 2',
      fix: 'networks_names: "faces"\nnetworks_names: "age"\n# an edge layer\nnetwork_index: 1',
    },
    'network-index-ignored': {
      severity: 'warning',
      summary: 'a network_index in a model without the extension for several networks',
      why: 'The model seems to have several networks, but loaders treat the model as a single network.',
      runtime: 'Read as 0.',
    },
  }),
  coreOp: (coreOp, file, report) => {
    if (coreOp.broken || file.broken) return;
    const several = isMultiNetwork(file);
    const { networkCount } = coreOp;
    // If there are no names of networks, another rule reports this, and not every index is reported as
    // invalid. Later layouts need no names.
    if (several && networkCount === 0) return;
    const verdictOf = (value: number): ReferenceVerdict | undefined => {
      if (several) {
        const message = `network_index is ${value}; there are ${networkCount} networks`;
        return value < networkCount ? undefined : { code: 'network-index-out-of-range', message };
      }
      const message = `network_index ${value} is ignored`;
      return value === 0 ? undefined : { code: 'network-index-ignored', message };
    };
    for (const references of referencesIn(coreOp))
      reportValues(references, 'network-index', verdictOf, report);
    for (const { edges } of coreOp.contexts) {
      for (const edge of edges) {
        const verdict = verdictOf(edge.networkIndex);
        if (verdict === undefined) continue;
        report(findingAt(edge.networkIndexPlace, verdict.code, verdict.message));
      }
    }
  },
};

/** Codes about the streams that operations start or wait for. */
const STREAM_CODES = codesOf('context', {
  'allow-input-sys-index-unmatched': {
    severity: 'error',
    summary: 'an allow_input_dataflow for a stream that is not an input of the context',
    stage: 'configure',
    why: 'The context starts, but gets no data, or gets the data of a different stream.',
    runtime: 'Rejected at configuration from 4.13 (INTERNAL_FAILURE); 4.8 passes the action to the firmware.',
    wrong:
      'operations { actions { allow_input_dataflow { sys_index: 7 } } }\n' +
      'metadata { edge_layers { layer_info { edge_layer_base { sys_index: 1 } } } }',
    fix:
      'operations { actions { allow_input_dataflow { sys_index: 1 } } }\n' +
      'metadata { edge_layers { layer_info { edge_layer_base { sys_index: 1 } } } }',
  },
  'trigger-shmifo-unmatched': {
    severity: 'error',
    summary: 'a trigger that waits for a stream without an edge layer in the context',
    stage: 'configure',
    why: 'The wait for a stream that does not exist never ends: inference hangs.',
    runtime: 'Rejected at configuration from 4.13 (INTERNAL_FAILURE); in 4.8 the firmware waits forever.',
    wrong:
      'operations { trigger { trigger_all_data_was_sent { shmifo_index: 9 } } }\n' +
      'metadata { edge_layers { direction: PROTO__EDGE_LAYER_DIRECTION__DEVICE_TO_HOST\n' +
      '  layer_info { edge_layer_base { sys_index: 0 } } } }',
    fix:
      'operations { trigger { trigger_all_data_was_sent { shmifo_index: 0 } } }\n' +
      'metadata { edge_layers { direction: PROTO__EDGE_LAYER_DIRECTION__DEVICE_TO_HOST\n' +
      '  layer_info { edge_layer_base { sys_index: 0 } } } }',
  },
});

/**
 * Subscription of every rule about input actions. The scan announces every input action, because a context
 * has only one input action for each input.
 */
export const ANNOUNCED_INPUTS: NonNullable<Rule['needs']> = {
  bounds: [
    { field: 'ProtoMDLAction.allow_input_dataflow', max: -1 },
    { field: 'ProtoMDLActionAllowInputDataflow.sys_index', max: -1 },
    { field: 'ProtoMDLActionAllowInputDataflow.connection_type', max: -1 },
  ],
};

/** Greatest index of a stream, which has 8 bits. */
export const MAX_STREAM = 255;

export const streamReferenceRules: Rule = {
  codes: STREAM_CODES,
  needs: ANNOUNCED_INPUTS,
  context: (context, coreOp, file, report) => {
    checkStreams(context.references, context, report);
    if (context.position === 0 && runsAsap(file)) checkInputs(coreOp.references, context, report);
  },
};

const WAITS = [
  { kind: 'sent-shmifo', direction: DIRECTION_D2H, what: 'output' },
  { kind: 'received-shmifo', direction: DIRECTION_H2D, what: 'input' },
] as const;

function checkStreams(references: References, context: CheckedContext, report: Report): void {
  checkInputs(references, context, report);
  if (!hasAllEdges(context) || context.edgeCount === 0) return;
  const code = 'trigger-shmifo-unmatched';
  for (const { kind, direction, what } of WAITS) {
    if (!hasReferences(references, kind)) continue;
    const known = streams(context, direction);
    const verdictOf = (value: number): ReferenceVerdict | undefined => {
      if (known.has(value)) return undefined;
      const follows = value > MAX_STREAM ? 'trigger-shmifo-range' : undefined;
      return { code, message: `no ${what} of this context has sys_index ${value}`, follows };
    };
    reportValues(references, kind, verdictOf, report);
  }
}

function checkInputs(references: References, context: CheckedContext, report: Report): void {
  // If there are no edge layers, another rule reports this, and not every stream is reported as invalid.
  if (!hasReferences(references, 'input') || !hasAllEdges(context) || context.edgeCount === 0) return;
  const inputs = streams(context, DIRECTION_H2D);
  const where = context.path === '' ? 'this context' : context.path;
  const verdictOf = (value: number): ReferenceVerdict | undefined => {
    const { sysIndex } = inputOf(value);
    if (inputs.has(sysIndex)) return undefined;
    const follows = sysIndex > MAX_STREAM ? 'allow-input-range' : undefined;
    const message = `no input of ${where} has sys_index ${sysIndex}`;
    return { code: 'allow-input-sys-index-unmatched', message, follows };
  };
  reportValues(references, 'input', verdictOf, report);
}

/**
 * Up to this number of edge layers, the search for each value is linear, because building a set takes longer.
 */
export const FEW_EDGES = 32;

function streams({ edges }: CheckedContext, direction: number): { has(sysIndex: number): boolean } {
  if (edges.length <= FEW_EDGES) {
    return { has: (value) => edges.some((edge) => edge.direction === direction && edge.sysIndex === value) };
  }
  return new Set(
    edges.filter((edge) => edge.direction === direction).map(({ sysIndex }) => sysIndex),
  ) as Set<number>;
}

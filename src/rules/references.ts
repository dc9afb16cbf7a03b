import type { Report } from '../diagnostics/diagnostic.js';
import {
  type ContextFacts,
  DIRECTION_D2H,
  DIRECTION_H2D,
  hasAllEdges,
  isMultiNetwork,
  type Occurrences,
  placeOf,
  type ReferenceKind,
  type References,
  referencesOf,
  runsAsap,
} from './facts/index.js';
import type { Rule } from './rule.js';

/** Reports every occurrence of the values that `isWrong`. */
function reportValues(
  references: References,
  kind: ReferenceKind,
  isWrong: (value: number) => boolean,
  code: string,
  message: (value: number) => string,
  report: Report,
): void {
  for (const occurrences of referencesOf(references, kind)) {
    if (isWrong(occurrences.value)) reportOccurrences(occurrences, code, message(occurrences.value), report);
  }
}

function reportOccurrences(
  { count, first }: Occurrences,
  code: string,
  message: string,
  report: Report,
): void {
  const more = count - first.length;
  for (const [i, place] of first.entries()) {
    report({ ...place, code, message, ...(i === 0 && more > 0 && { more }) });
  }
}

/** Indices of networks, in operations and edge layers. */
export const networkIndexRules: Rule = {
  codes: [
    {
      code: 'network-index-out-of-range',
      severity: 'error',
      summary: 'a network_index that no name in networks_names belongs to',
      runtime:
        'In an edge layer rejected at load (INVALID_ARGUMENT), after a cut to 8 bits: 256 loads as 0. In ' +
        'enable_lcu rejected at configuration up to 4.11, unchecked from 4.12.',
    },
    {
      code: 'network-index-ignored',
      severity: 'warning',
      summary: 'a network_index in a model without the extension for several networks',
      runtime: 'Taken as 0.',
    },
  ],
  coreOp: (coreOp, file, report) => {
    if (coreOp.broken || file.broken) return;
    const several = isMultiNetwork(file);
    const { networkCount } = coreOp;
    // Without any name no index is right; that is another rule's finding, and a later layout's right.
    if (several && networkCount === 0) return;
    const isWrong = (value: number) => (several ? value >= networkCount : value !== 0);
    const code = several ? 'network-index-out-of-range' : 'network-index-ignored';
    const message = (value: number) =>
      several
        ? `network_index is ${value}, there are ${networkCount} networks`
        : `network_index ${value} is ignored`;
    for (const { references } of [coreOp, ...coreOp.contexts]) {
      reportValues(references, 'network-index', isWrong, code, message, report);
    }
    for (const { edges } of coreOp.contexts) {
      for (const edge of edges) {
        const value = edge.networkIndex;
        if (isWrong(value)) report({ ...placeOf(edge.networkIndexPlace), code, message: message(value) });
      }
    }
  },
};

/** Configuration channels of the writes. */
export const cfgChannelRules: Rule = {
  codes: [
    {
      code: 'cfg-channel-index-out-of-range',
      severity: 'error',
      summary: 'a cfg_channel_index past the channels that the group says it uses',
      runtime:
        'Rejected up to 4.11 (INVALID_HEF or INTERNAL_FAILURE); from 5.1 an unchecked read past the end.',
    },
  ],
  coreOp: (coreOp, _file, report) => {
    if (coreOp.broken) return;
    const channels = Math.max(1, coreOp.metadata?.cfgChannelCount.value ?? 0);
    const message = (value: number) =>
      `cfg_channel_index is ${value}, there ${channels === 1 ? 'is 1 channel' : `are ${channels} channels`}`;
    for (const { references } of [coreOp, ...coreOp.contexts]) {
      const code = 'cfg-channel-index-out-of-range';
      reportValues(references, 'cfg-channel-index', (value) => value >= channels, code, message, report);
    }
  },
};

/** Streams that operations start or wait for. */
export const streamReferenceRules: Rule = {
  codes: [
    {
      code: 'allow-input-sys-index-unmatched',
      severity: 'error',
      summary: 'allow_input_dataflow of a stream that is no input of the context',
      runtime: 'Rejected at configuration from 4.13 (INTERNAL_FAILURE); 4.8 sends it to the firmware.',
    },
    {
      code: 'trigger-shmifo-unmatched',
      severity: 'error',
      summary: 'a trigger that waits for a stream that is no edge layer of the context',
      runtime:
        'Rejected at configuration from 4.13 (INTERNAL_FAILURE); with 4.8 the firmware waits for ever.',
    },
  ],
  context: (context, coreOp, file, report) => {
    checkStreams(context.references, context, report);
    if (context.position === 0 && runsAsap(file)) checkInputs(coreOp.references, context, report);
  },
};

function checkStreams(references: References, context: ContextFacts, report: Report): void {
  checkInputs(references, context, report);
  if (!hasAllEdges(context)) return;
  const waits = [
    { kind: 'sent-shmifo', direction: DIRECTION_D2H, what: 'output' },
    { kind: 'received-shmifo', direction: DIRECTION_H2D, what: 'input' },
  ] as const;
  for (const { kind, direction, what } of waits) {
    const known = streams(context, direction);
    const message = (value: number) => `no ${what} of this context has sys_index ${value}`;
    const isWrong = (value: number) => !known.has(value);
    reportValues(references, kind, isWrong, 'trigger-shmifo-unmatched', message, report);
  }
}

function checkInputs(references: References, context: ContextFacts, report: Report): void {
  if (!hasAllEdges(context)) return;
  const inputs = streams(context, DIRECTION_H2D);
  reportValues(
    references,
    'input-sys-index',
    (value) => !inputs.has(value),
    'allow-input-sys-index-unmatched',
    (value) => `no input of ${context.path === '' ? 'this context' : context.path} has sys_index ${value}`,
    report,
  );
}

function streams({ edges }: ContextFacts, direction: number): Set<number | undefined> {
  return new Set(edges.filter((edge) => edge.direction === direction).map(({ sysIndex }) => sysIndex));
}

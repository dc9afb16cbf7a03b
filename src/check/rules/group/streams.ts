import { codesOf } from '../../../base/diagnostics/catalogue.js';
import type { Related, Report } from '../../../base/diagnostics/diagnostic.js';
import { releasesFrom } from '../../../base/diagnostics/releases.js';
import type { CoreOpFacts } from '../facts/core-op.js';
import {
  CONNECTION_BOUNDARY,
  CONNECTION_DDR,
  CONNECTION_INTERMEDIATE,
  DIRECTION_D2H,
  DIRECTION_H2D,
  type EdgeFacts,
  firstEdges,
} from '../facts/edge.js';
import { findingAt, relatedTo } from '../facts/fact-place.js';
import { boundaryOf } from '../facts/outputs.js';
import type { Rule } from '../rule.js';

/** Maximum number of streams of one group that runtimes up to 4.13 support. */
const MAX_STREAMS = 32;
/** Number of channels in each direction of a device of the first family. */
const MAX_CHANNELS = 16;

/** Checks the number of streams and channels of a core op. */
export const streamCountRules: Rule = {
  codes: codesOf('network-group', {
    'no-boundary-layers': {
      severity: 'warning',
      stage: 'query',
      refusedBy: releasesFrom('4.17.0'),
      summary: 'a network group without boundary layers',
      why: 'The group has no inputs and no outputs.',
      runtime: 'Loads. From 4.12 on, listing its streams fails (NOT_FOUND).',
      wrong:
        '# all layers of all contexts\nedge_layers { context_switch_info { edge_connection_type: PROTO__EDGE_CONNECTION_TYPE__DDR } }',
      fix: 'edge_layers { layer_info { name: "net/in" } }',
    },
    'streams-limit': {
      severity: 'warning',
      stage: 'configure',
      implies: ['dma-channel-budget'],
      summary: 'more than 32 boundary layers in a network group',
      why: 'Each boundary layer is a stream, and runtimes keep streams in arrays of fixed size.',
      runtime:
        'Loads. Through the C API, configuration fails (INTERNAL_FAILURE); from 4.14 on only with more ' +
        'than 40 boundary layers.',
      wrong: '# 33 times\nedge_layers { layer_info { # …\n} }',
      fix: '# outputs that are muxed, or a network with fewer of them',
    },
    'dma-channel-budget': {
      severity: 'warning',
      stage: 'configure',
      summary: 'more than 16 channels in one direction',
      why:
        'Channels move data between host and device. Each boundary layer needs a channel. So does each ' +
        'other edge layer of the context with the most edge layers. All configuration channels move data ' +
        'to the device.',
      runtime:
        'Loads. Configuration fails (INTERNAL_FAILURE). Later releases have 32 or 40 channels for each engine.',
      wrong: '# 16 inputs beside the configuration\nedge_layers { layer_info { # …\n} }',
      fix: '# a network with fewer inputs, or fewer tensors that wait in the memory of the host',
    },
  }),
  coreOp: (coreOp, file, report) => {
    const { layers, complete } = boundaryOf(coreOp, file);
    if (layers.length === 0 && complete && coreOp.contextCount > 0) {
      const message = 'no context has a boundary layer';
      report(findingAt(coreOp, 'no-boundary-layers', message));
    }
    const [first, ...others] = layers.slice(MAX_STREAMS).map(({ edge }) => edge);
    if (first !== undefined) {
      report(
        findingAt(
          first,
          'streams-limit',
          `there are ${layers.length} boundary layers; runtimes have room for ${MAX_STREAMS}`,
          () => relatedTo(others, 'also one too many'),
        ),
      );
    }
    const cause = first === undefined ? [] : relatedTo([first], 'more layers than runtimes have room for');
    const configuration = Math.max(1, coreOp.metadata?.cfgChannelCount.value ?? 0);
    checkChannels(coreOp, DIRECTION_H2D, configuration, cause, report);
    checkChannels(coreOp, DIRECTION_D2H, 0, cause, report);
  },
};

function checkChannels(
  { contexts }: CoreOpFacts,
  direction: number,
  configuration: number,
  cause: readonly Related[],
  report: Report,
): void {
  let boundary = 0;
  let inner = 0;
  for (const { edges } of contexts) {
    let own = 0;
    for (const edge of edges) {
      if (edge.direction !== direction) continue;
      if (edge.connection === CONNECTION_BOUNDARY) boundary++;
      else if (isInner(edge)) own++;
    }
    inner = Math.max(inner, own);
  }
  const channels = configuration + boundary + inner;
  // If the configuration alone uses all channels, another rule reports the number of configuration channels.
  const other = configuration < MAX_CHANNELS ? channels : channels - configuration;
  if (other <= MAX_CHANNELS) return;
  const [first, ...others] = firstEdges(contexts, (edge) => edge.direction === direction);
  if (first === undefined) return;
  const parts = [
    ...(configuration > 0 ? [`${configuration} of the configuration`] : []),
    `${boundary} of boundary layers`,
    `${inner} of others`,
  ];
  const where = direction === DIRECTION_H2D ? 'to the device' : 'to the host';
  report(
    findingAt(
      first,
      'dma-channel-budget',
      `${channels} channels ${where} (${parts.join(', ')}), there are ${MAX_CHANNELS}`,
      () => [...cause, ...relatedTo(others, 'also takes one')],
    ),
  );
}

function isInner({ connection }: EdgeFacts): boolean {
  return connection === CONNECTION_INTERMEDIATE || connection === CONNECTION_DDR;
}

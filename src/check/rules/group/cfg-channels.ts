import { codesOf, refusedFrom } from '../../../base/diagnostics/catalogue.js';
import { factPlace, findingAt } from '../facts/fact-place.js';
import type { Rule } from '../rule.js';

const MAX_EIGHT_BITS = 255;
/** Number of channels that the firmware supports. */
const CHANNELS_LIMIT = 4;

/** Checks the number of configuration channels; 0 stands for one channel. */
export const cfgChannelsCountRules: Rule = {
  codes: codesOf('network-group', {
    'cfg-channels-count-range': {
      ...refusedFrom('4.17.0'),
      implies: ['cfg-channels-count-limit'],
      summary: 'cfg_channels_count is more than 255',
      why: 'The runtime keeps the number in one byte.',
      runtime:
        'Rejected: at load from 4.10 (INVALID_HEF), at configuration in earlier releases (INTERNAL_FAILURE).',
      wrong: 'network_group_metadata { network_group_name: "net" cfg_channels_count: 256 }',
      fix: 'network_group_metadata { network_group_name: "net" cfg_channels_count: 2 }',
    },
    'cfg-channels-count-limit': {
      severity: 'warning',
      stage: 'configure',
      summary: 'cfg_channels_count is more than 4',
      why: 'The firmware has room for four channels in most releases.',
      runtime: 'Up to 4.9, configuration fails (INVALID_HEF). The firmware of 5.2 has room for 24.',
      wrong: 'network_group_metadata { network_group_name: "net" cfg_channels_count: 5 }',
      fix: 'network_group_metadata { network_group_name: "net" cfg_channels_count: 2 }',
    },
  }),
  coreOp: ({ metadata }, _file, report) => {
    if (metadata === undefined || metadata.cfgChannelCount.value <= CHANNELS_LIMIT) return;
    const { value } = metadata.cfgChannelCount;
    const place = factPlace(metadata.cfgChannelCount);
    const isOutside = value > MAX_EIGHT_BITS;
    if (isOutside) {
      const message = `cfg_channels_count is ${value}; the maximum is ${MAX_EIGHT_BITS}`;
      report(findingAt(place, 'cfg-channels-count-range', message));
    }
    report(
      findingAt(
        place,
        'cfg-channels-count-limit',
        `cfg_channels_count is ${value}; the firmware has room for ${CHANNELS_LIMIT}`,
        isOutside ? [{ ...place, message: 'does not fit in 8 bits' }] : [],
      ),
    );
  },
};

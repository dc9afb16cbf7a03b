import { codesOf, refusedFrom } from '../../../base/diagnostics/catalogue.js';
import { findingAt } from '../facts/fact-place.js';
import type { ElementFacts, Rule } from '../rule.js';

const MAX_8_BITS = 0xff;
const MAX_32_BITS = 0xffff_ffff;
/** Greatest data type of `write_data_by_type`: the action's own bytes, or the batch size. */
const MAX_DATA_TYPE = 1;
const MAX_DATA_BYTES = 4;
const ADDRESS_ALIGNMENT = 4;
const LEAST_SLEEP_US = 1000;

/**
 * Later actions, with the greatest value that loaders accept for each field. For bytes, the value is a
 * length.
 */
const MOST: readonly (readonly [member: string, field: string, most: number])[] = [
  ['switch_lcu_batch', 'cluster_index', MAX_8_BITS],
  ['switch_lcu_batch', 'lcu_index', MAX_8_BITS],
  ['enable_nms', 'nms_unit_index', MAX_8_BITS],
  ['enable_nms', 'network_index', MAX_8_BITS],
  ['enable_nms', 'division_factor', MAX_8_BITS],
  ['write_data_by_type', 'data_type', MAX_DATA_TYPE],
  ['write_data_by_type', 'shift', MAX_8_BITS],
  ['write_data_by_type', 'address', MAX_32_BITS],
  ['write_data_by_type', 'data', MAX_DATA_BYTES],
  ['allow_config_channels', 'config_index', MAX_8_BITS],
];
const TYPES: Readonly<Record<string, string>> = {
  switch_lcu_batch: 'ProtoMDLActionSwitchLcuBatch',
  enable_nms: 'ProtoMDLActionEnableNMS',
  write_data_by_type: 'ProtoMDLActionWriteDataByType',
  allow_config_channels: 'ProtoMDLActionAllowConfigChannel',
};
/** Full names are cached, because concatenating a name takes longer than the lookup of the name. */
const MOST_OF = MOST.map(([member, name, most]) => ({ member, name, field: `${member}.${name}`, most }));
const NEEDED = ['number_of_classes', 'burst_size'] as const;
const ADDRESS = 'write_data_by_type.address';
const SLEEP = 'debug.sleep.duration_in_usec';

/** Checks values of actions that were added after the specification. */
export const laterActionRules: Rule = {
  codes: codesOf('action', {
    'action-later-values': {
      ...refusedFrom('4.17.0'),
      summary: 'an action of later tool chains with a value that no release accepts',
      why: 'Releases that know the action check its values; other releases refuse the action itself.',
      runtime:
        'Rejected at load with INVALID_HEF: indices above 255, an address above 32 bits or not a multiple ' +
        'of 4, more than 4 bytes of data, 0 classes, a burst of size 0, a pause of less than a millisecond.',
      wrong: 'write_data_by_type { address: 0x20000002 data: "\\001\\002\\003\\004" }',
      fix: 'write_data_by_type { address: 0x20000004 data: "\\001\\002\\003\\004" }',
    },
  }),
  needs: {
    bounds: [
      ...MOST.filter(([, field]) => field !== 'address').map(([member, field, max]) => ({
        field: `${TYPES[member]}.${field}`,
        max,
      })),
      ...NEEDED.map((field) => ({ field: `ProtoMDLActionEnableNMS.${field}`, min: 1 })),
      {
        field: 'ProtoMDLActionWriteDataByType.address',
        max: MAX_32_BITS,
        multipleOf: ADDRESS_ALIGNMENT,
      },
      { field: 'ProtoMDLActionDebugSleep.duration_in_usec', min: LEAST_SLEEP_US },
    ],
    need: [
      ...NEEDED.map((field) => `ProtoMDLActionEnableNMS.${field}`),
      'ProtoMDLActionDebug.action',
      'ProtoMDLActionDebugSleep.duration_in_usec',
    ],
  },
  elements: {
    ProtoMDLAction: (action, report) => {
      const found = refusedIn(action);
      if (found === undefined) return;
      const [field, message] = found;
      const place = action.has(field) ? action.place(field) : action.place(field.replace(/\.\w+$/, ''));
      report(findingAt(place, 'action-later-values', message));
    },
  },
};

/**
 * True if a value is below `least`. The scan only keeps values below this limit, and values that another rule
 * requests; an absent value is 0.
 */
function isBelow(action: ElementFacts, field: string, least: number): boolean {
  return action.has(field) ? action.kept(field) && action.value(field) < least : true;
}

/** Returns the first field that loaders refuse, with the reason. */
function refusedIn(action: ElementFacts): readonly [field: string, message: string] | undefined {
  for (const { member, name, field, most } of MOST_OF) {
    const value = action.has(member) ? action.value(field) : 0;
    const unit = name === 'data' ? ' bytes' : '';
    if (value > most) return [field, `${name} is ${value}${unit}; the maximum is ${most}`];
  }
  if (action.has('enable_nms')) {
    for (const name of NEEDED) {
      const field = `enable_nms.${name}`;
      if (isBelow(action, field, 1)) return [field, `${name} is 0`];
    }
  }
  if (action.has('write_data_by_type') && action.value(ADDRESS) % ADDRESS_ALIGNMENT !== 0) {
    return [ADDRESS, `address is ${action.value(ADDRESS)}, not a multiple of ${ADDRESS_ALIGNMENT}`];
  }
  if (!action.has('debug') || action.broken) return undefined;
  if (action.has('debug.sleep')) {
    if (!isBelow(action, SLEEP, LEAST_SLEEP_US)) return undefined;
    return [SLEEP, `a pause of ${action.value(SLEEP)} µs, less than ${LEAST_SLEEP_US}`];
  }
  return action.has('debug.halt') ? undefined : ['debug', 'debug neither pauses nor halts'];
}

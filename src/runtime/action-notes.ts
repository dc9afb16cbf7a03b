import { RELEASES } from '../diagnostics/catalogue.js';
import type { Report } from '../diagnostics/diagnostic.js';
import type { ElementFacts, Rule } from '../rules/rule.js';
import { messageByName } from '../schema/lookup.js';
import { MDL } from '../schema/mdl.gen.js';
import { fieldSince, isKnownTo } from '../schema/since.js';

const ACTION = 'ProtoMDLAction';

/** What predictions are told of actions beside what rules find: no codes, for nobody else hears of them. */
export const NOTE = {
  /** A configuration write with its words in the message. */
  words: 'note: write_data_ccw',
  /** One with its words in another section of the file. */
  pointer: 'note: write_data_ccw_ptr',
  /** Values that later releases look at; no rule is about them. */
  refused: 'note: values of a later action',
} as const;

/** Actions that some of the releases do not know, though the schema does. */
const UNKNOWN_TO_SOME = (messageByName(MDL, ACTION)?.fields ?? [])
  .filter(({ number }) => {
    const since = fieldSince(ACTION, number);
    // The oldest release reads no actions when it loads a file.
    return RELEASES.slice(1).some((release) => !isKnownTo(release, since));
  })
  .map(({ name }) => name);

const MAX_8_BITS = 0xff;
const MAX_32_BITS = 0xffff_ffff;
/** Data types of `write_data_by_type`: its own bytes, or the batch size. */
const MAX_DATA_TYPE = 1;
const ADDRESS_ALIGNMENT = 4;
const LEAST_SLEEP_US = 1000;

const MAX_DATA_BYTES = 4;

/** Later actions, and the most that loaders take as values of their fields; of bytes, how many. */
const MOST: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  switch_lcu_batch: { cluster_index: MAX_8_BITS, lcu_index: MAX_8_BITS },
  enable_nms: { nms_unit_index: MAX_8_BITS, network_index: MAX_8_BITS, division_factor: MAX_8_BITS },
  write_data_by_type: {
    data_type: MAX_DATA_TYPE,
    shift: MAX_8_BITS,
    address: MAX_32_BITS,
    data: MAX_DATA_BYTES,
  },
};
/** Fields that have to have a value. */
const NEEDED = ['enable_nms.number_of_classes', 'enable_nms.burst_size'];
const ADDRESS = 'write_data_by_type.address';
const SLEEP = 'debug.sleep.duration_in_usec';

/** All values of these are asked for: what is past a bound of 0 is kept. */
const VALUES = [
  ...Object.keys(MOST.switch_lcu_batch ?? {}).map((field) => `ProtoMDLActionSwitchLcuBatch.${field}`),
  ...Object.keys(MOST.enable_nms ?? {}).map((field) => `ProtoMDLActionEnableNMS.${field}`),
  ...Object.keys(MOST.write_data_by_type ?? {}).map((field) => `ProtoMDLActionWriteDataByType.${field}`),
  'ProtoMDLActionEnableNMS.number_of_classes',
  'ProtoMDLActionEnableNMS.burst_size',
  'ProtoMDLActionDebugSleep.duration_in_usec',
];
const NOTED = [
  ...new Set([
    ...UNKNOWN_TO_SOME,
    'write_data_ccw',
    'write_data_ccw_ptr',
    'switch_lcu_batch',
    'enable_nms',
    'write_data_by_type',
    'debug',
  ]),
];

/** Tells predictions, and nobody else, of actions whose fate depends on the release or on the container. */
export const actionNotes: Rule = {
  codes: [],
  needs: {
    bounds: [
      ...NOTED.map((name) => ({ field: `${ACTION}.${name}`, max: -1 })),
      ...VALUES.map((field) => ({ field, max: 0 })),
    ],
  },
  elements: {
    [ACTION]: (action, report) => {
      for (const member of UNKNOWN_TO_SOME) {
        if (action.has(member)) note('action-unknown-variant', action, member, report);
      }
      if (action.has('write_data_ccw')) note(NOTE.words, action, 'write_data_ccw', report);
      if (action.has('write_data_ccw_ptr')) note(NOTE.pointer, action, 'write_data_ccw_ptr', report);
      const refused = refusedIn(action);
      if (refused !== undefined) note(NOTE.refused, action, refused, report);
    },
  },
};

/** The later action, if it is one whose values loaders refuse. */
function refusedIn(action: ElementFacts): string | undefined {
  for (const [member, fields] of Object.entries(MOST)) {
    if (!action.has(member)) continue;
    for (const [field, most] of Object.entries(fields)) {
      if (action.value(`${member}.${field}`) > most) return member;
    }
  }
  if (action.has('enable_nms') && NEEDED.some((field) => action.value(field) === 0)) return 'enable_nms';
  if (action.has('write_data_by_type') && action.value(ADDRESS) % ADDRESS_ALIGNMENT !== 0) {
    return 'write_data_by_type';
  }
  if (!action.has('debug')) return undefined;
  if (action.has('debug.sleep')) return action.value(SLEEP) < LEAST_SLEEP_US ? 'debug' : undefined;
  return action.has('debug.halt') ? undefined : 'debug';
}

function note(code: string, action: ElementFacts, member: string, report: Report): void {
  const { offset, length } = action.span(member);
  report({ code, offset, length, path: () => action.path(member), message: '', unlisted: true });
}

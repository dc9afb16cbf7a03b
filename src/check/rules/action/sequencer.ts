import { codesOf, refusedFrom } from '../../../base/diagnostics/catalogue.js';
import type { Report } from '../../../base/diagnostics/diagnostic.js';
import { findingAt } from '../facts/fact-place.js';
import { referencesOf } from '../facts/references.js';
import { referencesIn, reportOccurrences } from '../references.js';
import type { ElementFacts, Rule } from '../rule.js';

const MAX_BYTE = 255;
/** Devices have 8 clusters. */
const MAX_CLUSTER = 7;
const MAX_OFFSET = 0xffff;
/**
 * Greatest legacy value, which consists of 7 bits for a cut and 12 bits for an offset in units of 8 bytes.
 */
const MAX_LEGACY = 0x7ffff;
/** Architectures whose memories are too large for the legacy encoding. */
const NOT_LEGACY = [103, 104, 105];

const L3 = 'enable_sequencer.initial_l3_info';
const FLAG = `${L3}.includes_initial_l3_info`;
const LEGACY = 'enable_sequencer.initial_l3_legacy';

const REJECTED = 'Rejected: INVALID_HEF, at configuration up to 4.11 and at load from 4.12.';

/** Checks the cluster and the start of sequencers. */
export const sequencerRules: Rule = {
  codes: codesOf('action', {
    'sequencer-range': {
      ...refusedFrom('4.17.0'),
      summary: 'a sequencer with a cluster above 255 (8 to 255: a warning)',
      why: 'Every release rejects a cluster number above one byte, and devices have only eight clusters.',
      runtime: `${REJECTED} Clusters 8 to 255 are accepted, but no device has them.`,
      wrong: 'wait_for_seqeuncer { cluster_index: 256 }',
      fix: 'wait_for_seqeuncer { cluster_index: 4 }',
    },
    'initial-l3-range': {
      ...refusedFrom('4.17.0'),
      summary: 'an initial_l3_index above 255 or an initial_l3_offset above 65535',
      why: 'No release accepts such a file: the runtime keeps the index in 8 bits and the offset in 16.',
      runtime: REJECTED,
      wrong: 'initial_l3_info { initial_l3_index: 256 includes_initial_l3_info: true }',
      fix: 'initial_l3_info { initial_l3_index: 0 includes_initial_l3_info: true }',
    },
    'initial-l3-info-ignored': {
      severity: 'warning',
      summary: 'initial_l3_info with values, but without the flag that enables them',
      stage: 'configure',
      why: 'The sequencer does not start from the position that the file seems to set.',
      runtime: 'The values are ignored, and initial_l3_legacy is used.',
    },
    'initial-l3-legacy-bits': {
      severity: 'warning',
      summary: 'an initial_l3_legacy that is in use and has bits above the lowest 19',
      stage: 'configure',
      why: 'No reader uses these bits.',
      runtime:
        'Truncated: releases read 7 bits for the cut and 12 bits for the offset, which is in units of 8 ' +
        'bytes.',
    },
    'initial-l3-legacy-arch': {
      severity: 'warning',
      summary: 'a sequencer that starts from initial_l3_legacy on an architecture that does not use it',
      stage: 'configure',
      why: 'The sequencer starts from a wrong position: this architecture numbers cuts differently.',
      runtime: 'Read in the same way as for architectures 0 to 2.',
    },
  }),
  needs: {
    bounds: [
      { field: 'ProtoMDLActionEnableSequencer.cluster_index', max: MAX_CLUSTER },
      { field: 'ProtoMDLActionWaitForSequencer.cluster_index', max: MAX_CLUSTER },
      { field: 'ProtoMDLActionEnableSequencer.initial_l3_legacy', max: MAX_LEGACY },
      { field: 'InitialL3.initial_l3_index', max: MAX_BYTE },
      { field: 'InitialL3.initial_l3_offset', max: MAX_OFFSET },
    ],
    together: [
      {
        // The list includes the flag, because a flag that is written as false means the same as an absent
        // flag: the legacy field counts.
        present: [
          'InitialL3.initial_l3_index',
          'InitialL3.initial_l3_offset',
          'InitialL3.includes_initial_l3_info',
        ],
        without: 'InitialL3.includes_initial_l3_info',
      },
    ],
    // Compilers write this flag in every sequencer. Sequencers without the message around the flag are
    // gathered as references (`legacy-l3`).
    need: ['InitialL3.includes_initial_l3_info'],
  },
  elements: {
    ProtoMDLAction: (action, report) => {
      if (action.has('enable_sequencer')) {
        checkCluster(action, 'enable_sequencer.cluster_index', report);
        checkStart(action, report);
      } else if (action.has('wait_for_seqeuncer')) {
        checkCluster(action, 'wait_for_seqeuncer.cluster_index', report);
      }
    },
  },
  coreOp: (coreOp, file, report) => {
    const arch = file.header?.hwArch.value ?? 0;
    if (file.broken || !NOT_LEGACY.includes(arch)) return;
    for (const references of referencesIn(coreOp)) {
      for (const occurrences of referencesOf(references, 'legacy-l3')) {
        const message = `initial_l3_legacy is used, and hw_arch is ${arch}`;
        reportOccurrences(occurrences, { code: 'initial-l3-legacy-arch', message }, report);
      }
    }
  },
};

function checkCluster(action: ElementFacts, field: string, report: Report): void {
  const value = action.value(field);
  if (value <= MAX_CLUSTER) return;
  const tooLarge = value > MAX_BYTE;
  const limit = tooLarge ? `the maximum is ${MAX_BYTE}` : `devices have clusters 0 to ${MAX_CLUSTER}`;
  const message = `cluster_index is ${value}; ${limit}`;
  report(
    findingAt(action.place(field), 'sequencer-range', message, undefined, tooLarge ? 'error' : 'warning'),
  );
}

/** Checks the start of the sequencer. The flag selects the new fields or the legacy field. */
function checkStart(action: ElementFacts, report: Report): void {
  if (action.value(FLAG) !== 0) {
    for (const [name, most] of [
      ['initial_l3_index', MAX_BYTE],
      ['initial_l3_offset', MAX_OFFSET],
    ] as const) {
      const field = `${L3}.${name}`;
      const value = action.value(field);
      if (value <= most) continue;
      const message = `${name} is ${value}; the maximum is ${most}`;
      report(findingAt(action.place(field), 'initial-l3-range', message));
    }
    return;
  }
  if (action.broken) return;
  const index = action.value(`${L3}.initial_l3_index`);
  const offset = action.value(`${L3}.initial_l3_offset`);
  if (index !== 0 || offset !== 0) {
    const message = `initial_l3_index ${index} and initial_l3_offset ${offset} are ignored: includes_initial_l3_info is false`;
    report(findingAt(action.place(L3), 'initial-l3-info-ignored', message));
  }
  const legacy = action.value(LEGACY);
  if (legacy > MAX_LEGACY) {
    const message = `initial_l3_legacy is ${legacy}, more than 19 bits`;
    report(findingAt(action.place(LEGACY), 'initial-l3-legacy-bits', message));
  }
}

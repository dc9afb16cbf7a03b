import { codesOf } from '../../../base/diagnostics/catalogue.js';
import type { Report } from '../../../base/diagnostics/diagnostic.js';
import type { FactPlace } from '../facts/fact-place.js';
import type { FileFacts } from '../facts/file.js';
import { MAX_WRITE_RUN } from '../facts/gathering-limits.js';
import { type Occurrences, type References, referencesOf, unplaced } from '../facts/references.js';
import { referencesIn, reportOccurrences } from '../references.js';
import type { Rule } from '../rule.js';

/** The size of a write's data in bytes is a multiple of this number. */
const UNIT = 8;
/**
 * Architectures with this layout of configuration words: the architectures of the specification, and one
 * later architecture.
 */
const KNOWN_LAYOUT = [0, 1, 2, 3, 100, 101, 102, 103, 104, 105];
/** One release of the compiler wrote pointers of this size, instead of data, into containers of version 1. */
const POINTER = { version: 1, bytes: 8 } as const;

const CODES = codesOf('action', {
  'ccw-data-empty': {
    severity: 'warning',
    summary: 'a write_data_ccw without data',
    stage: 'configure',
    why: 'The write does nothing; if it is the only write on its channel, the loader hangs.',
    runtime: 'Treated as a write of 0 bytes; over Ethernet rejected (INVALID_HEF).',
  },
  'ccw-data-alignment': {
    severity: 'warning',
    summary: 'a write_data_ccw whose data length is not a multiple of 8',
    stage: 'configure',
    implies: ['ccw-data-malformed'],
    why: 'The device fetches configuration words in units of 8 bytes.',
    runtime:
      'On architectures that prefetch, rejected at configuration (INTERNAL_FAILURE) if all data of a ' +
      'channel together is not a multiple of 8. Otherwise accepted.',
  },
  'ccw-data-malformed': {
    severity: 'warning',
    summary: 'a write_data_ccw whose data is not a sequence of word count, address and words',
    stage: 'configure',
    why: 'Over PCIe the device executes writes that the compiler did not intend.',
    runtime: 'Passed to the device unchanged; over Ethernet decoded and rejected (INVALID_HEF).',
  },
  'ccw-run-empty': {
    severity: 'error',
    summary: 'consecutive configuration writes without any bytes on one of their channels',
    stage: 'configure',
    implies: ['ccw-data-empty'],
    why: 'The loader computes 0 - 1 descriptors, which wraps around: the loader loops 4,294,967,295 times.',
    runtime: 'Hangs at configuration: the loop runs to the number of descriptors, which is 0, minus one.',
    wrong: 'actions { write_data_ccw { } }',
    fix: 'actions { write_data_ccw { data: "…" } }',
  },
  'ccw-burst-limit': {
    severity: 'error',
    summary: 'more than 65535 consecutive configuration writes on one channel',
    group: 'operation',
    stage: 'configure',
    why: 'The runtime counts consecutive writes in 16 bits.',
    runtime: 'Rejected at configuration: INTERNAL_FAILURE up to 4.12, INVALID_HEF in later releases.',
    wrong: 'operations { # 65536 times:\n  actions { write_data_ccw { data: "…" } } }',
    fix: 'operations { # 65535 times:\n  actions { write_data_ccw { data: "…" } } }\noperations { # the others\n  actions { write_data_ccw { data: "…" } } }',
  },
});

/** Checks configuration writes: their data, and the sizes of consecutive writes. */
export const configurationWriteRules: Rule = {
  codes: CODES,
  needs: {
    head: ['ProtoMDLActionWriteDataCcw.data'],
    need: ['ProtoMDLActionWriteDataCcw.data'],
    // The data may have any length, because only the place of the data is needed.
    bounds: [{ field: 'ProtoMDLActionWriteDataCcw.data' }],
  },
  coreOp: (coreOp, file, report) => {
    for (const references of referencesIn(coreOp)) {
      checkLayout(references, file, report);
      checkRuns(references, file, report);
    }
  },
};

function checkLayout(references: References, file: FileFacts, report: Report): void {
  const known = !file.broken && KNOWN_LAYOUT.includes(file.header?.hwArch.value ?? 0);
  const pointers = file.container?.version === POINTER.version;
  for (const occurrences of referencesOf(references, 'malformed-write')) {
    const { value } = occurrences;
    if (pointers && value === POINTER.bytes) continue;
    const unaligned = value % UNIT !== 0;
    if (unaligned) {
      const message = `${value} bytes, not a multiple of ${UNIT}`;
      reportOccurrences(occurrences, { code: 'ccw-data-alignment', message }, report);
    }
    if (!known) continue;
    const follows = unaligned ? 'ccw-data-alignment' : undefined;
    const message = `${value} bytes do not match the word count in the first four`;
    reportOccurrences(occurrences, { code: 'ccw-data-malformed', message, follows }, report);
  }
}

function checkRuns(references: References, file: FileFacts, report: Report): void {
  const empty = referencesOf(references, 'empty-write');
  const long = referencesOf(references, 'long-write-run');
  if (empty.length + long.length > 0 && !file.listed.writes) {
    report({ ...unplaced('write-runs'), code: 'ccw-run-empty', message: '' });
    return;
  }
  const runs = referencesOf(references, 'empty-channel-run');
  for (const occurrences of runs) {
    const message = `no write in the row has a byte on channel ${occurrences.value}`;
    reportOccurrences(occurrences, { code: 'ccw-run-empty', message }, report);
  }
  for (const occurrences of empty) checkEmpty(occurrences, runs, report);
  for (const occurrences of referencesOf(references, 'long-channel-run')) {
    const message = `more than ${MAX_WRITE_RUN} writes in a row on channel ${occurrences.value}`;
    reportOccurrences(occurrences, { code: 'ccw-burst-limit', message }, report);
  }
}

/**
 * Reports empty writes. In a run of only empty writes, each finding names the finding about the run as its
 * cause.
 */
function checkEmpty(occurrences: Occurrences, runs: readonly Occurrences[], report: Report): void {
  const starts = runs.flatMap(({ first }) => first);
  const causeOf = (place: FactPlace) =>
    starts.find(({ offset, length }) => offset <= place.offset && place.offset < offset + length);
  const message = 'there is no data';
  reportOccurrences(
    occurrences,
    { code: 'ccw-data-empty', message, follows: 'ccw-run-empty', causeOf },
    report,
  );
}

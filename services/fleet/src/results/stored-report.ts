import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { FileReport } from 'protomdl';

/** A compressed report takes part of a row: with more findings than fit, the first are kept. */
const MAX_REPORT_BYTES = 128 * 1_024;

/** More of them do not fit: one takes 100 bytes at least. */
const MOST_FINDINGS = 5_000;

/**
 * What compression may assume: most reports say nothing else, and take 50 bytes instead of 250. It can only be added to,
 * at the beginning, under another number: what is stored refers to it.
 */
const DICTIONARY = Buffer.from(
  '"related":[]},{"code":"","severity":"error","severity":"warning","severity":"info","offset":' +
    '"path":"network_groups[0].contexts[0].operations[0].actions[0]","message":"' +
    '"error":{"code":"source-not-found","message":"worker-died" "source-unreadable"' +
    ',"runtime":{"4.8.0":{"verdict":"rejects","stage":"load","status":92,"name":"HEF_NOT_SUPPORTED","because":["' +
    '"verdict":"invalid","verdict":"crashes","stage":"load","status":null,"name":null,"because":["' +
    '"framing":"bare","version":null,"checksum":"none"' +
    '{"verdict":"valid","error":null,"container":{"framing":"framed","version":0,"checksum":"skipped"},' +
    '"bytes":{"size":1,"read":1},"counts":{"error":0,"warning":0,"info":0},"diagnosticsCapped":false,"diagnostics":[]' +
    ',"runtime":{"4.8.0":{"verdict":"accepts","stage":null,"status":0,"name":"SUCCESS","because":[],"configure":[]},' +
    '"4.20.0":{"verdict":"accepts","stage":null,"status":0,"name":"SUCCESS","because":[],"configure":[]},' +
    '"4.23.0":{"verdict":"accepts","stage":null,"status":0,"name":"SUCCESS","because":[],"configure":[]}}}',
);

const FIRST_DICTIONARY = 1;

/** The members that are kept: those of a report of the command. */
function plain(report: FileReport): FileReport {
  const { verdict, error, container, bytes, counts, diagnosticsCapped, diagnostics, runtime } = report;
  return {
    verdict,
    error,
    container,
    bytes,
    counts,
    diagnosticsCapped,
    diagnostics,
    ...(runtime === undefined ? {} : { runtime }),
  };
}

/** A report as it is stored: the number of the dictionary, then what is compressed with it. */
export function packReport(report: FileReport): Buffer {
  const kept = plain(report);
  // A million findings would make a text longer than strings can be.
  const whole = kept.diagnostics.length > MOST_FINDINGS ? undefined : JSON.stringify(kept);
  const text = whole !== undefined && whole.length <= MAX_REPORT_BYTES ? whole : JSON.stringify(cut(kept));
  const packed = deflateRawSync(text, { dictionary: DICTIONARY, level: 6 });
  return Buffer.concat([Buffer.of(FIRST_DICTIONARY), packed]);
}

/** The findings from the first on that fit; the exact counts stay. */
function cut(report: FileReport): FileReport {
  let room = MAX_REPORT_BYTES - JSON.stringify({ ...report, diagnostics: [] }).length;
  const diagnostics = [];
  for (const diagnostic of report.diagnostics) {
    room -= JSON.stringify(diagnostic).length + 1;
    if (room < 0) break;
    diagnostics.push(diagnostic);
  }
  return { ...report, diagnosticsCapped: true, diagnostics };
}

export function unpackReport(stored: Uint8Array): FileReport {
  if (stored[0] !== FIRST_DICTIONARY) throw new Error('a report of a newer program: use that one');
  return JSON.parse(inflateRawSync(stored.subarray(1), { dictionary: DICTIONARY }).toString()) as FileReport;
}

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

/** Sizes have columns of their own, so that reports of files that nothing is wrong with are the same. */
type StoredReport = Omit<FileReport, 'bytes'>;

/** Keeps all members of a report, those that later engines add among them. */
function plain({ bytes: _bytes, suppressed = 0, totals = [], ...report }: FileReport): StoredReport {
  return {
    ...report,
    ...(suppressed === 0 ? {} : { suppressed }),
    // The listing says it where it is whole.
    ...(totals.length === 0 || !report.diagnosticsCapped ? {} : { totals }),
  };
}

/** A report as it is stored: the number of the dictionary, then what is compressed with it. */
export function packReport(report: FileReport): Uint8Array {
  // A million findings would make a text longer than strings can be.
  const whole = report.diagnostics.length > MOST_FINDINGS ? undefined : JSON.stringify(plain(report));
  const text = whole !== undefined && whole.length <= MAX_REPORT_BYTES ? whole : JSON.stringify(cut(report));
  const known = packedTexts.get(text);
  if (known !== undefined) return known;
  const isSmall = text.length <= MAX_KNOWN_TEXT;
  const compressed = deflateRawSync(text, { dictionary: DICTIONARY, level: 6, ...(isSmall ? SMALL : {}) });
  // With memory of its own: a message from a thread takes all of the 8 KB that small buffers share.
  const packed = new Uint8Array(1 + compressed.length);
  packed[0] = FIRST_DICTIONARY;
  packed.set(compressed, 1);
  if (isSmall) {
    if (packedTexts.size >= MOST_KNOWN) packedTexts.clear();
    packedTexts.set(text, packed);
  }
  return packed;
}

/** Compressing takes a tenth of a millisecond, a third of what a small file does; most files say what others said. */
const packedTexts = new Map<string, Uint8Array>();
const MOST_KNOWN = 1_000;
const MAX_KNOWN_TEXT = 4_096;

/** A window that holds such a text and the dictionary: making a larger one ready takes a third of the time. */
const SMALL = { windowBits: 13, memLevel: 7 } as const;

/** The findings from the first on that fit; the exact counts stay. */
function cut(report: FileReport): StoredReport {
  const kept = plain({ ...report, diagnosticsCapped: true });
  let room = MAX_REPORT_BYTES - JSON.stringify({ ...kept, diagnostics: [] }).length;
  const diagnostics = [];
  for (const diagnostic of report.diagnostics) {
    room -= JSON.stringify(diagnostic).length + 1;
    if (room < 0) break;
    diagnostics.push(diagnostic);
  }
  return { ...kept, diagnostics };
}

/** @param bytes from the columns of the row */
export function unpackReport(stored: Uint8Array, bytes: FileReport['bytes']): FileReport {
  if (stored[0] !== FIRST_DICTIONARY) throw new Error('a report of a newer program: use that one');
  const text = inflateRawSync(stored.subarray(1), { dictionary: DICTIONARY }).toString();
  const report = upgraded(JSON.parse(text));
  // Of a file that could not be read the row has the size that was listed.
  return { ...report, bytes: report.verdict === 'unreadable' ? { size: 0, read: 0 } : bytes };
}

/** Earlier engines wrote one device, and no reasons of releases. */
function upgraded({ device, runtime, ...report }: StoredReport & { device?: string }): StoredReport {
  const verdicts = Object.entries(runtime ?? {}).map(([release, verdict]) => [
    release,
    { ...verdict, reasons: verdict.reasons ?? [] },
  ]);
  return {
    ...report,
    ...(device === undefined ? {} : { devices: [device] }),
    ...(runtime === undefined ? {} : { runtime: Object.fromEntries(verdicts) }),
  };
}

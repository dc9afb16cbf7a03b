import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { FileReport, Release } from 'protomdl';

/** Maximum size of a report before compression. The first findings that fit are kept. */
const MAX_REPORT_BYTES = 128 * 1_024;

/** Maximum number of findings that may fit: a finding takes at least 100 bytes. */
const MOST_FINDINGS = 5_000;

/**
 * Dictionaries of the compression, by number, with the texts of which most reports consist. Stored reports refer
 * to a dictionary by its number, so a dictionary never changes.
 */
const DICTIONARIES: Readonly<Record<number, Buffer>> = {
  1: Buffer.from(
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
  ),
  2: Buffer.from(
    '"related":[]},{"code":"","severity":"error","severity":"warning","severity":"info","offset":' +
      '"path":"network_groups[0].contexts[0].operations[0].actions[0]","message":"' +
      '"error":{"code":"source-not-found","message":"worker-died" "source-unreadable"' +
      '"verdict":"rejects","stage":"load","status":92,"name":"HEF_NOT_SUPPORTED","because":["' +
      '"verdict":"invalid","verdict":"crashes","stage":"query","status":null,"name":null,"because":["' +
      '"INVALID_HEF","reasons":[{"code":"","offset":,"length":,"path":"network_groups[0]","message":"","isFound":true}],' +
      '[{"offset":,"length":64,"path":"extensions[0]","code":"extension-not-loadable","message":"the extension ' +
      'PERIPH_CALCULATION_IN_HAILORT (26) is missing, which releases from 4.21 on require: the file is outdated",' +
      '"isFound":false}],"configure":[]}' +
      '"framing":"framed","version":0,"checksum":"skipped"},"use":{"devices":["Hailo-8L","Hailo-15H","Hailo-10H","Hailo-15M"' +
      '{"verdict":"valid","error":null,"container":{"framing":"bare","version":null,"checksum":"none"},' +
      '"counts":{"error":0,"warning":0,"info":0},"diagnosticsCapped":false,"diagnostics":[],' +
      '"use":{"devices":["Hailo-8"],"others":["Hailo-8L"],"loads":["4.17.0","4.17.1","4.18.0","4.19.0","4.20.0","4.20.1",' +
      '"4.21.0","4.21.1","4.22.0","4.23.0","5.0.0","5.0.1","5.0.2","5.1.0","5.1.1","5.2.0"],"refuses":[]},"architecture":0,' +
      '"runtime":{"releases":["4.8.0","4.17.0","4.17.1","4.18.0","4.19.0","4.20.0","4.20.1","4.21.0","4.21.1","4.22.0",' +
      '"4.23.0","5.0.0","5.0.1","5.0.2","5.1.0","5.1.1","5.2.0"],"of":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],"verdicts":' +
      '[{"verdict":"accepts","stage":null,"status":0,"name":"SUCCESS","because":[],"reasons":[],"configure":[]}]}}',
  ),
};

/** Number of the dictionary and form in which reports are stored now. */
const CURRENT = 2;

/**
 * A report without the object's sizes, which have columns of their own: so all reports without findings are
 * equal, and are compressed once.
 */
type StoredReport = Omit<FileReport, 'bytes' | 'runtime'> & { readonly runtime?: StoredVerdicts };

type Verdicts = NonNullable<FileReport['runtime']>;
type Verdict = NonNullable<Verdicts[Release]>;

/** Verdicts of releases without repeats, because most releases agree. */
interface StoredVerdicts {
  readonly releases: readonly string[];
  /** For each release, the index of its verdict. */
  readonly of: readonly number[];
  readonly verdicts: readonly Verdict[];
}

function stored(runtime: Verdicts): StoredVerdicts {
  const releases = Object.keys(runtime);
  const verdicts: Verdict[] = [];
  const texts: string[] = [];
  const of = Object.values(runtime).map((verdict) => {
    // A comparison of objects comes first, because it is faster: the engine uses one object for all releases
    // that accept a file.
    let index = verdicts.indexOf(verdict);
    if (index < 0) {
      const text = JSON.stringify(verdict);
      index = texts.indexOf(text);
      if (index < 0) index = texts.push(text) - 1;
      verdicts[index] ??= verdict;
    }
    return index;
  });
  return { releases, of, verdicts };
}

/** Returns the members of a report that are stored. Members that later engines add are among them. */
function plain({ bytes: _bytes, suppressed = 0, totals = [], runtime, ...report }: FileReport): StoredReport {
  return {
    ...report,
    ...(runtime === undefined ? {} : { runtime: stored(runtime) }),
    ...(suppressed === 0 ? {} : { suppressed }),
    // Totals can be computed from a complete list of findings, so they are stored for an incomplete list
    // only.
    ...(totals.length === 0 || !report.diagnosticsCapped ? {} : { totals }),
  };
}

/** Returns a report as stored: the number of the dictionary, then the compressed text. */
export function packReport(report: FileReport): Uint8Array {
  // The JSON of a million findings would exceed the maximum length of a string.
  const whole = report.diagnostics.length > MOST_FINDINGS ? undefined : JSON.stringify(plain(report));
  const text = whole !== undefined && whole.length <= MAX_REPORT_BYTES ? whole : JSON.stringify(cut(report));
  const known = packedTexts.get(text);
  if (known !== undefined) return known;
  const isSmall = text.length <= MAX_KNOWN_TEXT;
  const dictionary = DICTIONARIES[CURRENT];
  const compressed = deflateRawSync(text, { dictionary, level: 6, ...(isSmall ? SMALL : {}) });
  // The text is copied into a buffer of its own. Small buffers share 8 KB, and a message from a thread would
  // copy all of it.
  const packed = new Uint8Array(1 + compressed.length);
  packed[0] = CURRENT;
  packed.set(compressed, 1);
  if (isSmall) {
    if (packedTexts.size >= MOST_KNOWN) packedTexts.clear();
    packedTexts.set(text, packed);
  }
  return packed;
}

/**
 * Compressed reports by their text. Compression takes a tenth of a millisecond, a third of the time of a
 * small file, and most reports equal an earlier report.
 */
const packedTexts = new Map<string, Uint8Array>();
const MOST_KNOWN = 1_000;
const MAX_KNOWN_TEXT = 4_096;

/**
 * Compression options with a window that just fits a small text and the dictionary: preparing a larger window
 * takes a third of the time of a compression.
 */
const SMALL = { windowBits: 13, memLevel: 7 } as const;

/** Returns a report with the first findings that fit, and with the exact counts. */
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

/** @param bytes sizes from the columns of the row */
export function unpackReport(stored: Uint8Array, bytes: FileReport['bytes']): FileReport {
  const form = stored[0] ?? 0;
  const dictionary = DICTIONARIES[form];
  if (dictionary === undefined)
    throw new Error('the report was written by a newer version: use that version');
  const text = inflateRawSync(stored.subarray(1), { dictionary }).toString();
  const report = form === 1 ? upgraded(JSON.parse(text)) : restored(JSON.parse(text));
  // A file that could not be read has the size that the listing stated.
  return { ...report, bytes: report.verdict === 'unreadable' ? { size: 0, read: 0 } : bytes };
}

function restored({ runtime, ...report }: StoredReport): Omit<FileReport, 'bytes'> {
  if (runtime === undefined) return report;
  const { releases, of, verdicts } = runtime;
  const all = releases.map((release, at) => [release, verdicts[of[at] ?? 0]]);
  return { ...report, runtime: Object.fromEntries(all) };
}

/** Earlier engines wrote one device, and no reasons for releases. */
function upgraded({
  device,
  runtime,
  ...report
}: Omit<FileReport, 'bytes'> & { device?: string }): Omit<FileReport, 'bytes'> {
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

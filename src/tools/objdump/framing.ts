import { wasmChecksums } from '../../base/container/checksum.js';
import { type ChecksumResult, ChecksumRun } from '../../base/container/checksum-jobs.js';
import type { Detection } from '../../base/container/detect.js';
import { decodePrefixFields, type HeaderField } from '../../base/container/header.js';
import { type Frame, paddingSpan, type Section, sectionsOf } from '../../base/container/layout.js';
import { findNonzeroPadding } from '../../base/container/padding.js';
import type { Finding, Severity } from '../../base/diagnostics/diagnostic.js';
import type { Source } from '../../base/source/source.js';
import { checkHeader } from '../../check/rules/frame/header.js';
import { checkFrame, FRAME_RULES } from '../../check/rules/frame/index.js';
import { NO_PROBLEMS, Row } from './row.js';

/** Padding up to this size is checked for nonzero bytes; compilers write less than a page. */
const MAX_PADDING_READ = 16 << 20;
const CHECKSUM_WINDOW = 1 << 20;
/** Number of a section's bytes that a row shows. */
const SHOWN = 32;

/** Returns the findings of the frame rules; an empty list until the file's size is known. */
export async function frameFindings(
  source: Source,
  detection: Detection,
  frame: Frame | null,
  verifies: boolean,
): Promise<readonly Finding[]> {
  const { size } = source;
  if (detection.framing === 'bare') return [];
  const findings: Finding[] = [];
  if (size === undefined) {
    // The header fields show why a header is unreadable; a truncated header is reported at the end of the
    // stream.
    if (detection.problem !== 'truncated-header') {
      checkHeader(detection, detection.prefix.length, (finding) => findings.push(finding));
    }
    return findings;
  }
  let checksums: readonly ChecksumResult[] | undefined;
  let nonzeroPadding: number | undefined;
  if (frame !== null && source.randomAccess) {
    if (verifies) checksums = await verified(source, frame);
    if (paddingSpan(frame, size).length <= MAX_PADDING_READ) {
      nonzeroPadding = await findNonzeroPadding(frame, source);
    }
  }
  checkFrame({ detection, size, checksums, nonzeroPadding }, (finding) => findings.push(finding));
  return findings;
}

async function verified(source: Source, frame: Frame): Promise<readonly ChecksumResult[]> {
  const run = await ChecksumRun.start(frame, wasmChecksums);
  const window = new Uint8Array(CHECKSUM_WINDOW);
  for (let at = 0; ; ) {
    const read = await source.read(at, window);
    run.update(at, window.subarray(0, read));
    at += read;
    if (read < window.length) return run.finish();
  }
}

/**
 * Returns a row for each header field with its findings; for an unreadable header, only the readable fields.
 */
export function headerRows(
  detection: Detection,
  frame: Frame | null,
  findings: readonly Finding[],
  isChecked: (field: HeaderField) => boolean,
): Row[] {
  const { prefix } = detection;
  return (frame?.fields ?? decodePrefixFields(prefix)).map((field) => {
    const row = new Row();
    row.kind = 'header';
    row.offset = field.offset;
    row.length = field.length;
    row.name = field.name;
    row.value = isHash(field) ? field.hex : field.value.toString();
    Object.assign(row, marked(field.offset, field.length, findings));
    row.isRight = isChecked(field) && row.problems.length === 0 && row.remark === '';
    row.bytes = prefix;
    row.start = field.offset;
    row.shown = field.length;
    return row;
  });
}

/**
 * Decides which fields the findings cover. If the sizes disagree with the file, neither a single size nor a
 * checksum can be confirmed.
 */
export function checkedFields(
  hasSize: boolean,
  verifies: boolean,
  findings: readonly Finding[],
): (field: HeaderField) => boolean {
  const disagrees = findings.some(
    ({ code }) => code === 'frame-length-mismatch' || code === 'frame-size-wrap',
  );
  return (field) => {
    if (field.name === 'magic' || field.name === 'version' || field.name.startsWith('reserved')) return true;
    if (!hasSize || disagrees) return false;
    // A value of 0 means that the message has no checksum.
    return !isHash(field) || (verifies && !(field.name === 'proto_xxh3' && field.value === 0));
  };
}

function isHash({ name }: HeaderField): boolean {
  return name === 'md5' || name === 'crc' || name.endsWith('xxh3') || name === 'magic';
}

/** Returns rows for the sections after the message, to the end of the file. */
export async function sectionRows(
  source: Source,
  frame: Frame,
  findings: readonly Finding[],
): Promise<Row[]> {
  const sections = sectionsOf(frame, source.size ?? 0);
  const rows: Row[] = [];
  for (const section of sections) {
    if (section.name !== 'header' && section.name !== 'message' && section.length > 0) {
      rows.push(await sectionRow(source, section, findings));
    }
  }
  return rows;
}

export async function sectionRow(
  source: Source,
  section: Pick<Section, 'offset' | 'length' | 'claimed'> & { readonly name: string },
  findings: readonly Finding[],
): Promise<Row> {
  const row = new Row();
  const { offset, length, claimed } = section;
  row.kind = 'section';
  row.offset = offset;
  row.length = length;
  row.claimed = Number(claimed);
  row.name = section.name;
  row.value = length.toString();
  Object.assign(row, marked(offset, length, findings));
  if (source.randomAccess && length > 0) {
    row.bytes = new Uint8Array(Math.min(length, SHOWN));
    row.shown = await source.read(offset, row.bytes);
  }
  return row;
}

const SEVERITIES: ReadonlyMap<string, Severity> = new Map(
  FRAME_RULES.map(({ code, severity }) => [code, severity]),
);

function marked(
  offset: number,
  length: number,
  findings: readonly Finding[],
): Pick<Row, 'problems' | 'remark'> {
  const here = findings.filter((finding) => finding.offset >= offset && finding.offset < offset + length);
  const errors = here.filter(({ code, severity }) => (severity ?? SEVERITIES.get(code)) === 'error');
  const others = here.filter((finding) => !errors.includes(finding));
  return {
    problems: errors.length === 0 ? NO_PROBLEMS : errors.map((finding) => problemOf(finding)),
    remark: others.map((finding) => `${finding.code}: ${messageOf(finding)}`).join('; '),
  };
}

export function problemOf(finding: Finding): { code: string; offset: number; detail: string } {
  return { code: finding.code, offset: finding.offset, detail: messageOf(finding) };
}

function messageOf({ message }: Finding): string {
  return typeof message === 'string' ? message : message();
}

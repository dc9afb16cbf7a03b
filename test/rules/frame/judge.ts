import type { ChecksumProvider } from '../../../src/base/container/checksum.js';
import { ChecksumRun } from '../../../src/base/container/checksum-jobs.js';
import { DETECT_BYTES, detectFraming, type FramingMode } from '../../../src/base/container/detect.js';
import { findNonzeroPadding } from '../../../src/base/container/padding.js';
import type { Finding } from '../../../src/base/diagnostics/diagnostic.js';
import { memorySource } from '../../../src/base/source/memory.js';
import { checkFrame, FRAME_RULES, type FrameResult } from '../../../src/check/rules/frame/index.js';
import { nodeChecksums } from '../../../src/check/validate/node-checksums.js';

export interface Judged extends FrameResult {
  readonly findings: readonly Finding[];
  readonly codes: readonly string[];
}

/** Returns every finding of the frame's rules about a file in memory. */
export async function judge(
  file: Uint8Array,
  mode: FramingMode = 'auto',
  provider: ChecksumProvider | null = nodeChecksums,
): Promise<Judged> {
  const size = file.length;
  const detection = detectFraming(file.subarray(0, DETECT_BYTES), mode, size);
  const { frame } = detection;
  let checksums: Awaited<ReturnType<ChecksumRun['finish']>> | undefined;
  if (frame !== null && provider !== null) {
    const run = await ChecksumRun.start(frame, provider);
    run.update(0, file);
    checksums = run.finish();
  }
  const nonzeroPadding = frame === null ? undefined : await findNonzeroPadding(frame, memorySource(file));
  const findings: Finding[] = [];
  const judgement = checkFrame({ detection, size, checksums, nonzeroPadding }, (found) =>
    findings.push(found),
  );
  for (const { code, offset, length, path } of findings) {
    if (!FRAME_RULES.some((info) => info.code === code)) throw new Error(`${code} is in no catalogue`);
    if (path !== '' || offset < 0 || offset + length > size) throw new Error(`${code} points outside`);
  }
  return { ...judgement, findings, codes: findings.map(({ code }) => code) };
}

export function places(judged: Judged): readonly (readonly [string, number, number])[] {
  return judged.findings.map(({ code, offset, length }) => [code, offset, length]);
}

export function onlyMessage(judged: Judged): string {
  if (judged.findings.length !== 1) throw new Error(`expected one finding: ${judged.codes.join(', ')}`);
  const message = judged.findings[0]!.message;
  return typeof message === 'string' ? message : message();
}

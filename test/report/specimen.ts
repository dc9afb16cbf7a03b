import type { Diagnostic } from '../../src/base/diagnostics/diagnostic.js';
import type { Excerpt, ReportedFile } from '../../src/show/report/reporter.js';

/** Makes a finding; members that are not given have defaults. */
export function diagnostic(parts: Partial<Diagnostic> & Pick<Diagnostic, 'code'>): Diagnostic {
  return {
    severity: 'error',
    offset: 0,
    length: 0,
    count: 1,
    path: '',
    message: `something is wrong (${parts.code})`,
    related: [],
    ...parts,
  };
}

/** Makes a file's report; verdict and counts follow from the findings, unless they are given. */
export function reported(parts: Partial<ReportedFile> = {}): ReportedFile {
  const diagnostics = parts.diagnostics ?? [];
  const counts = { error: 0, warning: 0, info: 0 };
  for (const { severity } of diagnostics) counts[severity]++;
  return {
    path: 'models/net.hef',
    verdict: counts.error > 0 ? 'invalid' : 'valid',
    error: null,
    container: { framing: 'framed', version: 0, checksum: 'verified' },
    bytes: { size: 1_234_567, read: 2_048 },
    counts,
    diagnosticsCapped: false,
    diagnostics,
    ...parts,
  };
}

/** Returns as many bytes as the file has, which count up from 0. */
export function countingBytes(size: number): Excerpt {
  return (offset, length) => {
    const bytes = new Uint8Array(Math.max(0, Math.min(length, size - offset)));
    for (let i = 0; i < bytes.length; i++) bytes[i] = (offset + i) & 0xff;
    return bytes;
  };
}

/** The scanner's findings about a message, in the form of the naive checker's. */
import { findingPath } from '../../src/base/diagnostics/diagnostic.js';
import type { Source } from '../../src/base/source/source.js';
import type { Accelerator } from '../../src/read/scan/accelerator.js';
import { drive } from '../../src/read/scan/drive.js';
import type { ScanHandler } from '../../src/read/scan/handler.js';
import type { Plan } from '../../src/read/scan/plan.js';
import { Scanner } from '../../src/read/scan/scanner.js';
import type { WireFinding } from './wire-checker.js';

export interface Way {
  readonly plan: Plan;
  readonly source: Source;
  /** Size of the message in bytes, to which findings limit longer claims. */
  readonly size: number;
  /** Size that a header states for the message, if it differs from the real size. */
  readonly claimed?: number | undefined;
  readonly windowSize?: number | undefined;
  readonly accelerator?: Accelerator | undefined;
}

/** Fields of a finding that the naive checker's findings also have. */
export function comparable(finding: {
  readonly code: string;
  readonly offset: number;
  readonly length: number;
  readonly path: string;
  readonly count?: number | undefined;
  readonly related?: readonly { readonly offset: number; readonly length: number }[] | undefined;
}): WireFinding {
  const { code, offset, length, path, count, related } = finding;
  const first = code === 'wire-truncated' ? related?.[0] : undefined;
  return {
    code,
    offset,
    length,
    path,
    ...(code === 'unknown-fields' && { count: count ?? 1 }),
    ...(first !== undefined && { related: { offset: first.offset, length: first.length } }),
  };
}

/** Returns the findings of a scan, sorted independently of the order of discovery. */
export async function scanned({
  plan,
  source,
  size,
  claimed,
  windowSize,
  accelerator,
}: Way): Promise<readonly WireFinding[]> {
  const findings: WireFinding[] = [];
  const handler: ScanHandler = {
    report: ({ related, ...finding }) =>
      void findings.push(
        comparable({
          ...finding,
          path: findingPath(finding),
          related: typeof related === 'function' ? related() : related,
        }),
      ),
    leave: () => {},
  };
  const scanner = new Scanner(plan, handler, accelerator);
  const end = source.size ?? Number.POSITIVE_INFINITY;
  scanner.start(0, 0, claimed ?? end, end);
  await drive(scanner, source, claimed ?? end, windowSize === undefined ? {} : { windowSize });
  return inOrder(findings, size);
}

/** Returns the findings sorted, with spans that end with the bytes, as in reports. */
export function inOrder(findings: readonly WireFinding[], size: number): WireFinding[] {
  const within = ({ offset, length }: { offset: number; length: number }) => ({
    offset,
    length: Math.min(length, size - offset),
  });
  const key = ({ code, path, offset, length }: WireFinding) => [offset, length, code, path] as const;
  return findings
    .map((finding) => ({
      ...finding,
      ...within(finding),
      ...(finding.related !== undefined && { related: within(finding.related) }),
    }))
    .sort((a, b) => {
      const [left, right] = [key(a), key(b)];
      const at = left.findIndex((part, i) => part !== right[i]);
      return at < 0 ? 0 : (left[at] as number) < (right[at] as number) ? -1 : 1;
    });
}

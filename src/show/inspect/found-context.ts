import type { FramingMode } from '../../base/container/detect.js';
import { openMessage } from '../../base/container/open.js';
import { ProtomdlError } from '../../base/diagnostics/error.js';
import type { Source } from '../../base/source/source.js';
import { findSelected } from '../../read/select/find.js';
import { parseSelector, selectedTable, selectsOne } from '../../read/select/selector.js';

/**
 * Maximum number of records of a preliminary configuration. The records are merged; compilers write a single
 * record.
 */
const MAX_RECORDS = 4096;

/** A context or a preliminary configuration in a file. */
export interface FoundContext {
  /** Kind of the part. */
  readonly kind: 'context' | 'preliminary';
  /** Path as in findings: schema names with indices. */
  readonly path: string;
  /** Absolute offset of the first record. */
  readonly offset: number;
  /** Number of existing bytes in all records, including tags. */
  readonly bytes: number;
  /** Payloads of all records; a context has one record. */
  readonly payloads: readonly { readonly from: number; readonly end: number }[];
  /** Name of the field that contains the operations. */
  readonly list: 'operations' | 'operation';
}

/**
 * Finds a context by its path, in any layout of the file; returns undefined if the file has no such context.
 * @throws ProtomdlError `selector-invalid` for a path that cannot be the path of a context, `frame-…`, and
 * the codes of the source
 */
export async function findContext(
  source: Source,
  path: string,
  framing: FramingMode = 'auto',
): Promise<FoundContext | undefined> {
  const selector = parseSelector(path);
  const type = selectedTable(selector)?.typeName;
  const kind =
    type === 'ProtoMDLContext' ? 'context' : type === 'ProtoMDLPreliminaryConfig' ? 'preliminary' : undefined;
  if (kind === undefined || !selectsOne(selector)) {
    const text = `${path} is not the path of one context or preliminary configuration`;
    throw new ProtomdlError('selector-invalid', text, -1, path);
  }
  const opened = await openMessage(source, framing);
  const size = source.size ?? Number.POSITIVE_INFINITY;
  const payloads: { from: number; end: number }[] = [];
  let offset = -1;
  let bytes = 0;
  let exact = path;
  for await (const found of findSelected(opened.source, selector, { ...opened, entersCut: true })) {
    if (payloads.length === 0) {
      offset = found.offset;
      exact = found.path;
    }
    const end = Math.min(found.valueOffset + found.valueLength, size);
    payloads.push({ from: found.valueOffset, end });
    bytes += end - found.offset;
    // A context is an element of a list, so it has one record.
    if (kind === 'context' || payloads.length >= MAX_RECORDS) break;
  }
  if (payloads.length === 0) return undefined;
  const list = kind === 'context' ? 'operations' : 'operation';
  return { kind, path: exact, offset, bytes, payloads, list };
}

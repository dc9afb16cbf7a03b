import type { FramingMode } from '../../base/container/detect.js';
import { openMessage } from '../../base/container/open.js';
import { ProtomdlError } from '../../base/diagnostics/error.js';
import type { Source } from '../../base/source/source.js';
import { findSelected } from '../../read/select/find.js';
import { parseSelector, selectedTable, selectsOne } from '../../read/select/selector.js';

/** Limit for the records of a preliminary configuration: they are merged, and no compiler writes more. */
const MAX_RECORDS = 4096;

/** A context, or a preliminary configuration. Offsets are absolute. */
export interface FoundContext {
  /** A context, or a preliminary configuration. */
  readonly kind: 'context' | 'preliminary';
  /** Schema names with indices. */
  readonly path: string;
  /** Absolute offset of its first record. */
  readonly offset: number;
  /** Number of existing bytes in all of its records, tags included. */
  readonly bytes: number;
  /** Payloads of its records; a context has exactly one. */
  readonly payloads: readonly { readonly from: number; readonly end: number }[];
  /** Name of the field with its operations. */
  readonly list: 'operations' | 'operation';
}

/**
 * Finds a context by its path, in any layout of the file; returns undefined if there is none.
 * @throws ProtomdlError `selector-invalid` for a path that is not a context's, `frame-…`, and the codes of
 * the source
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
    // A context has one record.
    if (kind === 'context' || payloads.length >= MAX_RECORDS) break;
  }
  if (payloads.length === 0) return undefined;
  const list = kind === 'context' ? 'operations' : 'operation';
  return { kind, path: exact, offset, bytes, payloads, list };
}

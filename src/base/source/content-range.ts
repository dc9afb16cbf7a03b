/** A Content-Range header (RFC 9110, 14.4) with unit bytes. Half-open; `size` is undefined for `*`. */
export interface ContentRange {
  readonly start: number;
  readonly end: number;
  readonly size: number | undefined;
}

/** Parses a Content-Range header. Null if it is not a satisfied range of bytes, or contradicts itself. */
export function parseContentRange(header: string | null): ContentRange | null {
  const match = /^\s*bytes\s+(\d+)-(\d+)\/(\d+|\*)\s*$/i.exec(header ?? '');
  if (match === null) return null;
  const start = Number(match[1]);
  const end = Number(match[2]) + 1;
  const size = match[3] === '*' ? undefined : Number(match[3]);
  if (!Number.isSafeInteger(end) || end <= start) return null;
  if (size !== undefined && (!Number.isSafeInteger(size) || end > size)) return null;
  return { start, end, size };
}

/** The size that an unsatisfied range (status 416) gives, or null. */
export function parseUnsatisfiedSize(header: string | null): number | null {
  const match = /^\s*bytes\s+\*\/(\d+)\s*$/i.exec(header ?? '');
  const size = match === null ? Number.NaN : Number(match[1]);
  return Number.isSafeInteger(size) ? size : null;
}

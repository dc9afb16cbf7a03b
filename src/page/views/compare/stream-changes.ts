import type { ModelGlance, StreamSummary } from '../../../read/model/summary.js';
import { contentText } from '../../../show/report/summary-text.js';

/** A property of a stream in both files. */
interface StreamCell {
  readonly before: string;
  readonly after: string;
  /** Difference, after minus before; empty for equal values and for non-numbers. */
  readonly difference: string;
}

interface StreamRow {
  readonly direction: string;
  readonly name: string;
  readonly cells: readonly StreamCell[];
  readonly isChanged: boolean;
  /** The file that has the stream, if only one file has it; null if both files have it. */
  readonly only: 'before' | 'after' | null;
}

export const STREAM_CHANGE_COLUMNS = ['shape', 'scale', 'zero point', 'least', 'most'] as const;
const DIGITS = 6;

/** Returns the streams of two files by name, streams with changes first. */
export function streamChangeRows(before: ModelGlance, after: ModelGlance): StreamRow[] {
  const old = byName(before);
  const now = byName(after);
  const keys = new Set([...now.keys(), ...old.keys()]);
  return [...keys]
    .map((key): StreamRow => {
      const [was, is] = [old.get(key), now.get(key)];
      const { direction, name } = (is ?? was) as StreamSummary;
      const cells = [
        cell(was && contentText(was), is && contentText(is)),
        ...(['scale', 'zeroPoint', 'min', 'max'] as const).map((value) =>
          cell(was?.quantization?.[value], is?.quantization?.[value]),
        ),
      ];
      const isChanged =
        was === undefined || is === undefined || cells.some((one) => one.before !== one.after);
      const only = was === undefined ? 'after' : is === undefined ? 'before' : null;
      return { direction, name, cells, isChanged, only };
    })
    .sort((a, b) => Number(b.isChanged) - Number(a.isChanged));
}

function byName({ networkGroups }: ModelGlance): Map<string, StreamSummary> {
  const streams = networkGroups.flatMap(({ coreOps }) => coreOps.flatMap((op) => op.streams));
  return new Map(streams.map((stream) => [`${stream.direction} ${stream.name}`, stream]));
}

function cell(before: string | number | undefined, after: string | number | undefined): StreamCell {
  const text = (value: string | number | undefined): string =>
    value === undefined ? '–' : typeof value === 'number' ? short(value) : value;
  const difference =
    typeof before === 'number' && typeof after === 'number' && short(before) !== short(after)
      ? `${after > before ? '+' : '−'}${short(Math.abs(after - before))}`
      : '';
  return { before: text(before), after: text(after), difference };
}

/**
 * Formats a number with six digits. Numbers in files have 16 digits and more; six digits distinguish
 * quantisations.
 */
function short(value: number): string {
  return String(Number(value.toPrecision(DIGITS)));
}

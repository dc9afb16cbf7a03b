/** Visible range of a list of steps; both ends may have fractions. */
export interface StretchSeen {
  readonly from: number;
  readonly to: number;
}

/** Minimum number of visible steps, because a larger picture would show nothing new. */
const LEAST_STEPS = 8;

export function allOf(count: number): StretchSeen {
  return { from: 0, to: Math.max(1, count) };
}

/**
 * Zooms by a factor; a factor below 1 zooms out.
 * @param at share of the width, from 0 to 1, that stays fixed
 */
export function zoomedStretch(
  { from, to }: StretchSeen,
  at: number,
  factor: number,
  count: number,
): StretchSeen {
  const whole = Math.max(1, count);
  const span = Math.min(whole, Math.max(Math.min(LEAST_STEPS, whole), (to - from) / factor));
  const start = from + (to - from - span) * at;
  return within(start, span, whole);
}

export function panned({ from, to }: StretchSeen, steps: number, count: number): StretchSeen {
  return within(from + steps, to - from, Math.max(1, count));
}

/** Moves the range by the minimum distance at which a step and some adjacent steps are visible. */
export function showing(seen: StretchSeen, step: number, count: number): StretchSeen {
  const span = seen.to - seen.from;
  const margin = Math.min(span / 10, 20);
  if (step < seen.from + margin) return within(step - margin, span, Math.max(1, count));
  if (step + 1 > seen.to - margin) return within(step + 1 + margin - span, span, Math.max(1, count));
  return seen;
}

function within(from: number, span: number, whole: number): StretchSeen {
  const start = Math.min(Math.max(0, from), Math.max(0, whole - span));
  return { from: start, to: Math.min(whole, start + span) };
}

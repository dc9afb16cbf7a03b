/** Formats a number with three significant digits, or two for small values. */
export function numberText(value: number): string {
  const size = Math.abs(value);
  if (size >= 100) return Math.round(value).toLocaleString('en-US').replaceAll(',', ' ');
  if (size > 0 && size < 0.1) return value.toPrecision(2);
  return value.toFixed(size >= 10 ? 1 : 2);
}

export function millisecondsText(value: number): string {
  if (value >= 1000) return `${numberText(value / 1000)} s`;
  return value >= 0.1 ? `${numberText(value)} ms` : `${numberText(value * 1000)} µs`;
}

/** Formats a round number of milliseconds for an axis. */
export function durationTick(value: number): string {
  for (const [unit, size] of [
    ['s', 1000],
    ['ms', 1],
  ] as const) {
    if (value >= size) return `${shortest(value / size)} ${unit}`;
  }
  return value === 0 ? '0' : `${shortest(value * 1000)} µs`;
}

export function bytesText(value: number): string {
  for (const [unit, size] of [
    ['GB', 1e9],
    ['MB', 1e6],
    ['KB', 1e3],
  ] as const) {
    if (Math.abs(value) >= size) return `${shortest(value / size)} ${unit}`;
  }
  return value === 0 ? '0' : `${value} bytes`;
}

function shortest(value: number): string {
  return value >= 10 ? String(Math.round(value)) : String(Number(value.toFixed(1)));
}

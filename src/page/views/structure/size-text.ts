const UNITS = ['KiB', 'MiB', 'GiB', 'TiB'];

/** A number of bytes, for a place with little room: three digits. */
export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  let value = bytes;
  let unit = -1;
  do {
    value /= 1024;
    unit++;
  } while (value >= 999.5 && unit < UNITS.length - 1);
  return `${value.toFixed(value < 9.995 ? 2 : value < 99.95 ? 1 : 0)} ${UNITS[unit]}`;
}

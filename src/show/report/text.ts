/** Formats `1234567` as `1,234,567`; the same in every locale. */
export function grouped(value: number | bigint): string {
  const text = value.toString();
  return text.length < 4 ? text : text.replace(/\B(?=(\d{3})+$)/g, ',');
}

/** Formats a count: `1 error`, `3 errors`, `no errors`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  if (count === 0) return `no ${plural}`;
  return `${grouped(count)} ${count === 1 ? noun : plural}`;
}

export function shareText(part: number, whole: number): string {
  return `${((part / Math.max(1, whole)) * 100).toFixed(1)} %`;
}

/** Makes a sentence of a phrase: a capital at the beginning, a full stop at the end. */
export function sentence(phrase: string): string {
  return `${phrase.charAt(0).toUpperCase()}${phrase.slice(1)}.`;
}

/** Formats an absolute offset in decimal and hexadecimal: `1042 (0x412)`. */
export function offsetText(offset: number): string {
  return `${offset} (0x${offset.toString(16)})`;
}

const UNITS = ['KiB', 'MiB', 'GiB', 'TiB'];

/** Formats a number of bytes; a large number is followed by a rounded size: `1,234,567 bytes (1.2 MiB)`. */
export function bytesText(bytes: number): string {
  const exact = bytes === 1 ? '1 byte' : `${grouped(bytes)} bytes`;
  return bytes < 10_240 ? exact : `${exact} (${byteSizeText(bytes)})`;
}

/** Formats a number of bytes in a suitable unit: `512 B`, `1.2 MiB`. */
export function byteSizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  let value = bytes / 1024;
  let unit = 0;
  // 1023.95 would be rounded to 1024.0, so larger values use the next unit.
  while (value >= 1023.95 && unit < UNITS.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${value.toFixed(1)} ${UNITS[unit]}`;
}

/**
 * Breaks text at spaces into lines of at most `width` characters. A longer word is not cut, so that readers
 * can copy it.
 */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/ +/)) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  if (line !== '' || lines.length === 0) lines.push(line);
  return lines;
}

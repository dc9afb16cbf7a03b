/** Numbers as protobuf's text forms write them. */

/**
 * Formats a `double` as libprotobuf does in text format: with 15 significant digits, or 17 if 15 are not
 * enough.
 */
export function doubleText(value: number): string {
  if (!Number.isFinite(value)) return nonFiniteText(value);
  const short = generalFormat(value, 15);
  return Number(short) === value ? short : generalFormat(value, 17);
}

/**
 * Formats a `float` as libprotobuf does in text format: with 6 significant digits, or 9 if 6 are not enough.
 */
export function floatText(value: number): string {
  if (!Number.isFinite(value)) return nonFiniteText(value);
  const short = generalFormat(value, 6);
  return Math.fround(Number(short)) === value ? short : generalFormat(value, 9);
}

/** Formats a finite `double` for JSON. A `float` has to be given as the double with the shortest digits. */
export function jsonNumber(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value);
}

function nonFiniteText(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  return value > 0 ? 'inf' : '-inf';
}

/** Formats a number like C's `%.<precision>g`. */
function generalFormat(value: number, precision: number): string {
  if (value === 0) return Object.is(value, -0) ? '-0' : '0';
  const [mantissa = '', exponentText = ''] = rounded(value, precision).split('e');
  const exponent = Number(exponentText);
  const sign = mantissa.startsWith('-') ? '-' : '';
  const digits = mantissa.replace(/[-.]/g, '').replace(/0+$/, '');
  if (exponent < -4 || exponent >= precision) {
    const fraction = digits.length > 1 ? `.${digits.slice(1)}` : '';
    const size = Math.abs(exponent).toString().padStart(2, '0');
    return `${sign}${digits[0]}${fraction}e${exponent < 0 ? '-' : '+'}${size}`;
  }
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0');
  const fraction = digits.slice(exponent + 1);
  return sign + whole + (fraction === '' ? '' : `.${fraction}`);
}

/**
 * Rounds an exact half to the even digit, as C does, while `toExponential` rounds it up: 2^-13 is
 * 0.0001220703125, and with nine digits 0.000122070312.
 */
function rounded(value: number, precision: number): string {
  const text = value.toExponential(precision - 1);
  const exact = value.toExponential(precision + 30);
  const digits = exact.slice(0, exact.indexOf('e')).replace(/[-.]/g, '');
  if (!/^50*$/.test(digits.slice(precision))) return text;
  if (Number(digits[precision - 1]) % 2 !== 0) return text;
  // Rounding down drops the remaining digits.
  const kept = digits.slice(0, precision);
  return `${value < 0 ? '-' : ''}${kept[0]}.${kept.slice(1)}${exact.slice(exact.indexOf('e'))}`;
}

/** Returns a field's name in JSON, derived from the schema's name by protobuf's rule. */
export function jsonNameOf(name: string): string {
  return name.replace(/_+(.?)/g, (_, next: string) => next.toUpperCase());
}

/**
 * Exponential and logarithm, computed by additions, multiplications and divisions only. The last bits of `Math.exp`
 * and `Math.log` depend on the engine; training and scores must be the same in all versions of Node.
 */

const LN2_HIGH = 0.6931471803691238;
const LN2_LOW = 1.9082149292705877e-10;
const view = new DataView(new ArrayBuffer(8));

/** Returns e to the x, with an error of at most two units in the last place. */
export function exp(x: number): number {
  if (x > 709) return Number.POSITIVE_INFINITY;
  if (x < -708) return 0;
  const k = Math.round(x / (LN2_HIGH + LN2_LOW));
  const r = x - k * LN2_HIGH - k * LN2_LOW;
  // For |r| <= ln 2 / 2, fourteen terms of the series leave an error below 2^-56.
  let sum = 1;
  for (let n = 14; n >= 1; n--) sum = 1 + (sum * r) / n;
  return sum * powerOfTwo(k);
}

/** Returns the natural logarithm of a positive number. */
export function ln(x: number): number {
  view.setFloat64(0, x);
  const high = view.getUint32(0);
  let k = (high >>> 20) - 1023;
  view.setUint32(0, (high & 0xfffff) | 0x3ff00000);
  let m = view.getFloat64(0);
  if (m > Math.SQRT2) {
    m /= 2;
    k++;
  }
  const s = (m - 1) / (m + 1);
  const square = s * s;
  let sum = 0;
  for (let n = 25; n >= 1; n -= 2) sum = sum * square + 1 / n;
  return k * LN2_HIGH + (2 * s * sum + k * LN2_LOW);
}

export function sigmoid(x: number): number {
  if (x >= 0) return 1 / (1 + exp(-x));
  const e = exp(x);
  return e / (1 + e);
}

function powerOfTwo(k: number): number {
  view.setUint32(0, (k + 1023) << 20);
  view.setUint32(4, 0);
  return view.getFloat64(0);
}

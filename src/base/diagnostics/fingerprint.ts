import { type Diagnostic, type Finding, findingPath } from './diagnostic.js';

/**
 * Returns a name for a finding: 16 hexadecimal digits from code, path and arguments. The name stays the same
 * if the bytes move within the file, or if the message is reworded. Findings with the same code, path and
 * arguments have the same name. Callers that have to distinguish such findings count them.
 *
 * The name consists of two murmur-like hashes of 32 bits, which are not cryptographic. The probability that
 * two findings have the same name by chance is 1 in 10^19.
 */
export function fingerprintOf({
  code,
  path,
  args = [],
}: Pick<Diagnostic, 'code' | 'path'> & { readonly args?: readonly string[] | undefined }): string {
  return hashText([code, path, ...args.map((arg) => arg.replace(PLACE_OF_NAME, ''))].join('\0'));
}

/**
 * Returns the name of a finding in baselines of version 1, and as `protomdl/v1` in SARIF. This name is
 * computed from the message without numbers instead of the arguments.
 */
export function messageFingerprintOf({
  code,
  path,
  message,
}: Pick<Diagnostic, 'code' | 'path' | 'message'>): string {
  return hashText(`${code}\0${path}\0${message.replace(NUMBERS, '#')}`);
}

/** End of a name that is too long to keep completely. */
const PLACE_OF_NAME = / \(from offset \d+\)$/;

/** Decimal and hexadecimal numbers, but not the digits of a name such as `conv1`. */
const NUMBERS = /(?<![\w.])(?:0x[0-9a-f]+|\d+(?:\.\d+)?)(?!\w)/gi;

/** Returns a hash of 64 bits for a text, as 16 hexadecimal digits. */
export function hashText(text: string): string {
  let a = 0x2f6b3c1d;
  let b = 0x6d1a95e7;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 0x85ebca6b);
    a = (a << 13) | (a >>> 19);
    b = Math.imul(b ^ unit, 0xc2b2ae35);
    b = (b << 17) | (b >>> 15);
  }
  return hex(mixed(a ^ text.length)) + hex(mixed(b + a));
}

/** Mixes a state, so that every bit of the state changes every bit of the result. */
function mixed(state: number): number {
  let h = state ^ (state >>> 16);
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

function hex(value: number): string {
  return value.toString(16).padStart(8, '0');
}

/**
 * Number of findings by code and fingerprint; `*` instead of a fingerprint stands for all findings of the
 * code. Up to this number, findings are left out of reports. If a file has more findings, the new finding
 * cannot be identified, so that all findings count.
 */
export type KnownFindings = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** Stands for all findings of a code in a baseline. */
export const ALL_FINGERPRINTS = '*';

/** Prefix of fingerprints that are computed from messages, as in baselines of version 1. */
export const OF_MESSAGE = 'message:';

/** Returns the name of a finding in a baseline; undefined if the baseline does not have the finding. */
export function knownAs(known: KnownFindings | undefined, finding: Finding<string>): string | undefined {
  const { code, args, message } = finding;
  const fingerprints = known?.get(code);
  if (fingerprints === undefined) return undefined;
  if (fingerprints.has(ALL_FINGERPRINTS)) return ALL_FINGERPRINTS;
  const path = findingPath(finding);
  // The first fingerprint decides, because all fingerprints of a baseline have the same version.
  const isOld = fingerprints.keys().next().value?.startsWith(OF_MESSAGE) === true;
  const name = isOld
    ? OF_MESSAGE +
      messageFingerprintOf({ code, path, message: typeof message === 'function' ? message() : message })
    : fingerprintOf({ code, path, args });
  return fingerprints.has(name) ? name : undefined;
}

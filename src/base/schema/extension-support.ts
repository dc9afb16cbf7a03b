/** Support of releases for extensions in the mandatory list of a file. */
import { compareReleases, PUBLISHED_RELEASES, type Release, releaseSpans } from '../diagnostics/releases.js';
import { enumByName } from './lookup.js';
import { MDL } from './mdl.gen.js';
import { isKnownTo, valueSince } from './since.js';

const EXTENSION_TYPE = 'ProtoMDLExtensionType';
/** Extensions of the specification that every release accepts. */
const LOADABLE = [0, 1, 2, 3, 4, 5, 6, 9, 10, 12];
/** Padding by the hardware: an optional extension that later loaders also accept in the mandatory list. */
const HW_PADDING = 11;
const HW_PADDING_SINCE = '4.16.0';
/** First release that refuses files without extension 26. */
const ASKS_FOR_PERIPH_CALCULATION: Release = '4.21.0';

/** Returns the first release that accepts an extension; undefined if no release accepts the extension. */
export function extensionTakenSince(typeIndex: number): string | undefined {
  if (LOADABLE.includes(typeIndex)) return PUBLISHED_RELEASES[0];
  return typeIndex === HW_PADDING ? HW_PADDING_SINCE : valueSince(EXTENSION_TYPE, typeIndex);
}

/** Returns true if a release accepts an extension in the mandatory list. */
export function takesExtension(release: string, typeIndex: number): boolean {
  const since = extensionTakenSince(typeIndex);
  return since !== undefined && isKnownTo(release, since);
}

/**
 * True if a release refuses files without extension 26, with which the runtime does the periphery
 * calculation.
 */
export function asksForPeriphCalculation(release: string): boolean {
  return compareReleases(release, ASKS_FOR_PERIPH_CALCULATION) >= 0;
}

/**
 * Returns the extensions that releases accept, as a sentence:
 * `4.8 accepts 0 to 6, 9, 10, 12; 4.17 to 4.20 also 11, 13 to 29`.
 */
export function extensionSupportText(): string {
  const numbers = (enumByName(MDL, EXTENSION_TYPE)?.values ?? []).map(({ number }) => number);
  const parts: string[] = [];
  let before: readonly number[] = [];
  let rest = [...PUBLISHED_RELEASES];
  while (rest.length > 0) {
    const [first] = rest as [Release];
    const taken = numbers.filter((number) => takesExtension(first, number));
    const alike = rest.filter((one) => numbers.every((n) => takesExtension(one, n) === taken.includes(n)));
    const added = taken.filter((number) => !before.includes(number));
    const verb = parts.length === 0 ? (alike.length === 1 ? 'accepts' : 'accept') : 'also';
    parts.push(`${releaseSpans(alike)} ${verb} ${numberSpans(added)}`);
    before = taken;
    rest = rest.filter((one) => !alike.includes(one));
  }
  return parts.join('; ');
}

function numberSpans(numbers: readonly number[]): string {
  const spans: [number, number][] = [];
  for (const number of [...numbers].sort((a, b) => a - b)) {
    const last = spans.at(-1);
    if (last?.[1] === number - 1) last[1] = number;
    else spans.push([number, number]);
  }
  return spans.map(([from, to]) => spanOf(from, to)).join(', ');
}

function spanOf(from: number, to: number): string {
  if (from === to) return String(from);
  return to === from + 1 ? `${from}, ${to}` : `${from} to ${to}`;
}

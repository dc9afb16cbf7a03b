/** Seeds for coverage-guided fuzzers: small files, each in the framings that the fuzzer's target reads. */
import type { ChecksumProvider } from '../../base/container/checksum.js';
import type { ContainerVersion } from '../../base/container/header.js';
import { partsOf, type TakenApart, takeApart } from '../../base/container/take-apart.js';
import { encodeFrame, type FrameParts } from '../../base/container/write.js';
import { memorySource } from '../../base/source/memory.js';
import { validate } from '../../check/validate/validate.js';
import { type ShrinkOptions, shrinkMessage } from './shrink.js';

/** Possible framings of seeds. */
export const SEED_FRAMINGS = ['both', 'bare', 'framed'] as const;
/** Framing of seeds: bare messages, framed files, or one of each. */
export type SeedFraming = (typeof SEED_FRAMINGS)[number];

/** Options for seeds. */
export interface SeedOptions {
  /** Framing of seeds: bare messages, framed files, or one of each. */
  readonly framing: SeedFraming;
  /** Largest size of a seed in bytes. */
  readonly maxBytes: number;
  /** Computes the checksums of framed seeds. */
  readonly checksums: ChecksumProvider;
  /** Container version of framed seeds, 0 to 3; for a bare file, the first version to try. */
  readonly version: ContainerVersion;
}

/** A small file that is made from a larger file, as a seed of a campaign. */
export interface Seed {
  /** Framing of the seed. */
  readonly framing: 'bare' | 'framed';
  /** The whole file. */
  readonly bytes: Uint8Array;
  /** True if the original file has every error code that the seed has. */
  readonly sound: boolean;
}

/**
 * Files of up to this size are used unchanged as seeds, with any faults of their headers, because fuzzers are
 * fast with small files.
 */
const SMALL_FILE = 4096;

/**
 * Limits to try, ascending by the size of the result: the first result that fits and has no new errors is
 * used.
 */
const ATTEMPTS: readonly ShrinkOptions[] = [
  { keep: 1, blobBytes: 16 },
  { keep: 1, blobBytes: 256 },
  { keep: 2, blobBytes: 256 },
  { keep: 1, blobBytes: Number.POSITIVE_INFINITY },
  { keep: 4, blobBytes: 256 },
  { keep: 4, blobBytes: Number.POSITIVE_INFINITY },
  { keep: Number.POSITIVE_INFINITY, blobBytes: 256 },
];

/** Number of bytes to keep of a section after the message, if the whole section does not fit. */
const SECTION_BYTES = 4096;

/**
 * Makes the seeds of a file; returns an empty list if the file cannot be made small enough. The message is
 * reduced as far as possible without new errors; if the result is still too large, it is reduced further,
 * even with new errors.
 */
export async function seedsOf(file: Uint8Array, options: SeedOptions): Promise<Seed[]> {
  const { framing, maxBytes } = options;
  const taken = takeApart(file);
  const framed = framing !== 'bare';
  const bare = framing !== 'framed';
  if (taken.framing === 'unknown') {
    return framed && file.length <= maxBytes ? [{ framing: 'framed', bytes: file, sound: true }] : [];
  }
  const errors = await errorsIn(file);
  const message = await smallest(file, taken, errors, options);
  if (message === undefined) return [];
  const seeds: Seed[] = [];
  const isSound = async (bytes: Uint8Array): Promise<boolean> =>
    [...(await errorsIn(bytes))].every((code) => errors.has(code));
  if (bare) seeds.push({ framing: 'bare', bytes: message, sound: await isSound(message) });
  if (framed) {
    const own = taken.framing === 'framed' && message === taken.message;
    // The version determines whether configuration words are inside the message or after it. For a bare
    // message, the right version is unknown, so all versions are tried.
    const versions = taken.framing === 'framed' ? [options.version] : orderFrom(options.version);
    let best: Seed | undefined;
    for (const version of versions) {
      const bytes = own ? file : await framedWith(taken, message, { ...options, version });
      if (bytes.length > maxBytes) continue;
      const sound = await isSound(bytes);
      if (best === undefined || sound) best = { framing: 'framed', bytes, sound };
      if (sound) break;
    }
    if (best !== undefined) seeds.push(best);
  }
  return seeds;
}

function orderFrom(version: ContainerVersion): ContainerVersion[] {
  return [version, ...([0, 1, 2, 3] as const).filter((other) => other !== version)];
}

type Readable = Exclude<TakenApart, { framing: 'unknown' }>;

async function smallest(
  file: Uint8Array,
  taken: Readable,
  errors: ReadonlySet<string>,
  options: SeedOptions,
): Promise<Uint8Array | undefined> {
  if (file.length <= Math.min(SMALL_FILE, options.maxBytes)) return taken.message;
  let unsound: Uint8Array | undefined;
  for (const attempt of ATTEMPTS) {
    const message = shrinkMessage(taken.message, attempt);
    if (message.length > options.maxBytes) continue;
    unsound ??= message;
    const whole = taken.framing === 'bare' ? message : await framedWith(taken, message, options);
    const now = await errorsIn(whole);
    if ([...now].every((code) => errors.has(code))) return message;
  }
  if (file.length <= options.maxBytes) return taken.message;
  return unsound;
}

async function errorsIn(file: Uint8Array): Promise<Set<string>> {
  const { totals = [] } = await validate(memorySource(file), { checksum: false, maxPerCode: 1 });
  return new Set(totals.filter(({ severity }) => severity === 'error').map(({ code }) => code));
}

/** Returns the file with another message; the sections after it are cut if the file would be too large. */
async function framedWith(taken: Readable, message: Uint8Array, options: SeedOptions): Promise<Uint8Array> {
  const { checksums, maxBytes, version } = options;
  const parts: FrameParts =
    taken.framing === 'framed'
      ? partsOf(taken, message)
      : { version, message, messageChecksum: version === 3 };
  const whole = await encodeFrame(parts, checksums);
  if (whole.length <= maxBytes) return whole;
  const cut = (bytes: Uint8Array | undefined): Uint8Array => (bytes ?? NONE).subarray(0, SECTION_BYTES);
  const { ccws, additionalInfo, trailing } = parts;
  return encodeFrame(
    { ...parts, ccws: cut(ccws), additionalInfo: cut(additionalInfo), trailing: cut(trailing) },
    checksums,
  );
}

const NONE = new Uint8Array(0);

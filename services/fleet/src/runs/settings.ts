import { createHash } from 'node:crypto';
import { CATALOGUE, type Release } from 'protomdl';
import { type FailOn, TOOL } from 'protomdl/node';

export interface RunSettings {
  /** True if checksums are verified, which reads all bytes. */
  readonly checksum: boolean;
  readonly maxPerCode: number;
  /** Releases to predict, including the releases that must load the files. */
  readonly releases: readonly Release[];
  /** Releases that must load the files, if the command line names them instead of the settings file. */
  readonly targets?: readonly Release[];
  /** Devices that should run the files. */
  readonly devices?: readonly string[];
  /** Severity at which a run fails, from the settings file. */
  readonly failOn?: FailOn;
  /** Folders of the settings file and of the baseline, to which names of local files are relative. */
  readonly configFolder?: string;
  readonly baselineFolder?: string;
  /** Digest of the baseline's text, in hexadecimal. */
  readonly baseline?: string;
}

export const ENGINE = `${TOOL.name} ${TOOL.version}`;

/**
 * Returns a key for a URL or a name: 16 bytes of a hash, large enough that nobody can construct a collision.
 */
export function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest().subarray(0, 16);
}

/**
 * Returns a digest of everything that a verdict depends on, except the file. Results are only reused by runs
 * with an equal digest.
 * @param config text of the file of settings
 * @param today date as `2026-12-31`: ignores expire
 */
export function rulesDigest(settings: RunSettings, config: string, today: string): string {
  const codes = [...CATALOGUE.values()].map(({ code, severity, refusedBy }) => [code, severity, refusedBy]);
  const { checksum, maxPerCode, releases, targets, devices, configFolder, baselineFolder, baseline } =
    settings;
  // The digest contains the dates in `config` that have passed, and not the current date. With the current
  // date, no result could be reused on the next day.
  const passed = [...config.matchAll(/\d{4}-\d\d-\d\d/g)].map(([day]) => day).filter((day) => day < today);
  const parts = [
    ...[ENGINE, codes, checksum, maxPerCode, releases, devices],
    ...(targets === undefined ? [] : [{ targets }]),
    ...[config, passed, configFolder, baseline, baselineFolder],
  ];
  return digestOf(JSON.stringify(parts)).toString('hex');
}

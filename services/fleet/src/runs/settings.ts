import { createHash } from 'node:crypto';
import { CATALOGUE, type Release } from 'protomdl';
import { type FailOn, TOOL } from 'protomdl/node';

/** What a run asks of every object. */
export interface RunSettings {
  /** Whether all bytes are read, for the checksum. */
  readonly checksum: boolean;
  readonly maxPerCode: number;
  /** Whose verdict is predicted, those that have to load the files among them. */
  readonly releases: readonly Release[];
  /** Releases that have to load the files, where the command line names them instead of the file of settings. */
  readonly targets?: readonly Release[];
  /** Devices that are to run the files. */
  readonly devices?: readonly string[];
  /** What the file of settings says of when a run fails. */
  readonly failOn?: FailOn;
  /** Where files of settings and a baseline were: names of local files are relative to there. */
  readonly configFolder?: string;
  readonly baselineFolder?: string;
  /** Digest of the baseline's text, in hexadecimal. */
  readonly baseline?: string;
}

export const ENGINE = `${TOOL.name} ${TOOL.version}`;

/** What addresses and names are known by: 16 bytes, enough that two that share one cannot be found. */
export function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest().subarray(0, 16);
}

/**
 * Digest of what a verdict depends on besides the bytes: results of other rules are not taken over.
 * @param config text of the file of settings
 * @param today as `2026-12-31`: ignores end
 */
export function rulesDigest(settings: RunSettings, config: string, today: string): string {
  const codes = [...CATALOGUE.values()].map(({ code, severity, refusedBy }) => [code, severity, refusedBy]);
  const { checksum, maxPerCode, releases, targets, devices, configFolder, baselineFolder, baseline } =
    settings;
  // The days that have passed, rather than the day: else each morning would begin with everything anew.
  const passed = [...config.matchAll(/\d{4}-\d\d-\d\d/g)].map(([day]) => day).filter((day) => day < today);
  const parts = [
    ...[ENGINE, codes, checksum, maxPerCode, releases, devices],
    ...(targets === undefined ? [] : [{ targets }]),
    ...[config, passed, configFolder, baseline, baselineFolder],
  ];
  return digestOf(JSON.stringify(parts)).toString('hex');
}

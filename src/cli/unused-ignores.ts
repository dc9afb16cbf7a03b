import { dirname } from 'node:path';
import { isProtomdlError } from '../base/diagnostics/error.js';
import { MAX_DISTINGUISHED, matchesPlace, type Policy } from '../base/diagnostics/policy.js';
import { openFile } from '../base/source/file.js';
import { reading } from '../base/source/source.js';
import { interruptible } from '../base/source/yielder.js';
import type { FileReport, ValidateOptions } from '../check/validate/file-report.js';
import { validate } from '../check/validate/validate.js';
import { complain } from './complain.js';
import type { Host } from './host.js';
import type { CommandInput } from './input.js';
import { configFile, nameFrom, type SettingsFlags, writtenSettings } from './settings.js';

/** An ignore of the settings file, with a test of the ignore's effect. */
interface WrittenIgnore {
  readonly name: string;
  hides(path: string, code: string, place: string): boolean;
  /** True if the ignore may hide findings of a code in a file, at any place in the message. */
  concerns(path: string, code: string): boolean;
}

/**
 * Reports which ignores of the settings hide nothing in these files. Hidden findings are not in a report, so
 * the files are read once more, without the ignores. An ignore that may apply to an input that can be read
 * only once is not reported. An ignore with places is not reported if a file has more findings than are
 * distinguished.
 * @returns true if an unused ignore was reported
 */
export async function printUnusedIgnores(
  inputs: readonly CommandInput[],
  flags: SettingsFlags & Pick<ValidateOptions, 'framing' | 'checksum'>,
  folder: string,
  host: Host,
): Promise<boolean> {
  const { ignores, policyOf } = await ignoresOf(flags, folder);
  const unused = new Set(ignores);
  for (const input of inputs) {
    if (unused.size === 0) break;
    const report = await withoutIgnores(input, { ...flags, policy: policyOf(input.path) });
    for (const ignore of [...unused]) {
      if (report === undefined || hidesSome(ignore, input.path, report)) unused.delete(ignore);
    }
  }
  for (const { name } of unused) await complain(host, `${name} hides nothing: no file has such a finding`);
  return unused.size > 0;
}

async function withoutIgnores(
  { kind, path }: CommandInput,
  { framing, checksum, policy }: ValidateOptions,
): Promise<FileReport | undefined> {
  if (kind !== 'file') return undefined;
  try {
    return await reading(interruptible(await openFile(path)), async (source) => {
      return await validate(source, {
        framing: framing ?? 'auto',
        checksum: checksum ?? true,
        policy,
        maxPerCode: MAX_DISTINGUISHED,
      });
    });
  } catch (error) {
    // The file has become unreadable.
    if (isProtomdlError(error)) return undefined;
    throw error;
  }
}

function hidesSome(ignore: WrittenIgnore, path: string, { diagnostics, totals = [] }: FileReport): boolean {
  if (diagnostics.some((diagnostic) => ignore.hides(path, diagnostic.code, diagnostic.path))) return true;
  return totals.some(
    ({ code, count }) =>
      ignore.concerns(path, code) &&
      count > diagnostics.filter((diagnostic) => diagnostic.code === code).length,
  );
}

/**
 * Returns the valid ignores of the settings file, and the policy of files without ignores: severities and
 * targets, but neither the baseline nor the exclusions of the command line.
 */
async function ignoresOf(
  flags: SettingsFlags,
  folder: string,
): Promise<{ readonly ignores: readonly WrittenIgnore[]; policyOf(path: string): Policy | undefined }> {
  const file = configFile(flags.config, folder);
  const { filePattern, Settings, toDay } = await import('../check/config/index.js');
  const { shown, config, selectors } = await writtenSettings(file, folder);
  const today = toDay(new Date());
  const choices = { severity: flags.severity, ...(flags.target && { targets: flags.target.releases }) };
  const settings = new Settings({ ...config, ignore: [] }, choices, selectors, today);
  const root = file === undefined ? folder : dirname(file);
  const ignores = config.ignore
    .filter(({ expires }) => expires === undefined || expires >= today)
    .map(({ codes, path, files, reason }): WrittenIgnore => {
      const named = new Set(codes.flatMap((selector) => selectors.codes(selector)));
      const patterns = files?.map((pattern) => filePattern(pattern));
      const concerns = (name: string, code: string): boolean =>
        named.has(code) && (patterns?.some((matches) => matches(nameFrom(root, folder, name))) ?? true);
      return {
        name: `${shown}: the ignore of ${codes.join(', ')} (${reason})`,
        concerns,
        hides: (name, code, place) =>
          concerns(name, code) && (path === undefined || matchesPlace(path, place)),
      };
    });
  return { ignores, policyOf: (path) => settings.policyFor(nameFrom(root, folder, path)) };
}

import { type Command, Option } from 'commander';
import { allReleases, releases, whole } from './values.js';

/** Adds the options for the rules of validation. */
export function settingsOptions(command: Command): Command {
  return command
    .option('--checksum', 'verify checksums, which reads every byte', false)
    .option('--config <file>', 'severities, ignores, targets and limits, as protomdl validate has them')
    .option('--baseline <file>', 'findings that were there before and do not count')
    .option(
      '--max-per-code <n>',
      'findings of one code to keep for a file (default: 20)',
      whole(1, 1_000_000_000),
    )
    .addOption(
      new Option('--runtime <releases>', 'releases to predict: 4.20.0, 4.18-4.23, 5, latest, all or none')
        .argParser(releases)
        .default(allReleases(), 'all'),
    )
    .addOption(
      new Option(
        '--target <releases>',
        'releases that have to load the files, instead of those in settings',
      ).argParser(releases),
    );
}

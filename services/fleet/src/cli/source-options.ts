import type { Command } from 'commander';
import { UsageError } from '../db/fleet-database.js';
import type { SourceSettings } from '../objects/listing.js';
import { loadModule } from '../objects/module.js';
import { fileUri, parseS3Uri, s3Uri, schemeOf } from '../objects/uri.js';
import { pathOf } from './values.js';

/** Options that select the objects to read. */
export interface SourceFlags {
  readonly gitignore?: boolean;
  readonly filesFrom?: string;
  readonly include?: readonly string[];
  readonly endpoint?: string;
  readonly region?: string;
  readonly inventory?: string;
  readonly pathStyle?: boolean;
}

/** Adds the options that select the objects to read. */
export function sourceOptions(command: Command): Command {
  return command
    .option('--no-gitignore', 'list what .gitignore names in a folder too')
    .option(
      '--include <pattern>',
      "names to take, as exclude in settings has them (repeatable; default for a bucket: '**/*.{hef,mdl}')",
      (pattern: string, before: readonly string[]) => [...before, pattern],
      [],
    )
    .option('--endpoint <url>', 'of the S3 server, where it is not Amazon')
    .option('--region <name>', 'of the bucket (default: AWS_REGION)')
    .option('--path-style', 'the bucket is part of the path (default with --endpoint)')
    .option('--no-path-style', 'the bucket is part of the host name');
}

/**
 * Returns the source to list. Does not check that the source exists: the listing reports a missing source.
 */
export async function sourceOf(
  source: string | undefined,
  { filesFrom, inventory, endpoint, region, pathStyle, gitignore = true, include = [] }: SourceFlags,
  module: string | undefined,
): Promise<SourceSettings> {
  // The endpoint is stored with the run, so that all workers read from the same server.
  const server = endpoint ?? process.env.AWS_ENDPOINT_URL_S3 ?? process.env.AWS_ENDPOINT_URL;
  const chosen = include.length === 0 ? {} : { include };
  const place = {
    ...(server === undefined ? {} : { endpoint: server }),
    ...(region === undefined ? {} : { region }),
    ...(pathStyle === undefined ? {} : { pathStyle }),
    ...chosen,
  };
  if ((source === undefined) === (filesFrom === undefined)) {
    throw new UsageError('scan takes a source or --files-from');
  }
  if (filesFrom !== undefined) {
    return { kind: 'list', uri: filesFrom === '-' ? '-' : fileUri(pathOf(filesFrom)), ...place };
  }
  const address = source as string;
  const scheme = schemeOf(address);
  if (scheme === 's3') {
    const listed = inventory === undefined ? {} : { inventory: s3Uri(parsedS3(inventory)) };
    return { kind: 's3', uri: s3Uri(parsedS3(address)), ...place, ...listed };
  }
  if (inventory !== undefined) throw new UsageError('--inventory takes a source such as s3://bucket/prefix');
  if (scheme === '' || scheme === 'file') {
    const uri = scheme === 'file' ? address : fileUri(pathOf(address));
    return { kind: 'folder', uri, ...(gitignore ? {} : { gitignore }), ...chosen };
  }
  await loadModule(module, scheme);
  return { kind: 'module', uri: address, ...chosen };
}

/** Parses a URL that a user typed. If the percent-encoding is invalid, the text is used as the key. */
function parsedS3(address: string): { bucket: string; key: string } {
  try {
    return parseS3Uri(address);
  } catch {
    const [, bucket = '', key = ''] = /^s3:\/\/([^/]*)\/?(.*)$/s.exec(address) ?? [];
    if (bucket === '') throw new UsageError(`${address}: s3://bucket/prefix is expected`);
    return { bucket, key };
  }
}

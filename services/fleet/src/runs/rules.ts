import { relative, sep } from 'node:path';
import type { KnownFindings, Policy, ValidateOptions } from 'protomdl';
import { type RunOptions, readSettings } from 'protomdl/node';
import type { SourceSettings } from '../objects/listing.js';
import { parseS3Uri, pathOfUri, schemeOf } from '../objects/uri.js';
import { type Known, knownFindings } from './known.js';
import type { RunSettings } from './settings.js';

/**
 * Returns the name of an object in settings and baselines: the key in the bucket; for a local file, the path
 * relative to the folder.
 */
export function nameOf(uri: string, folder = '/'): string {
  switch (schemeOf(uri)) {
    case 's3':
      return parseS3Uri(uri).key;
    case 'file':
      return relative(folder, pathOfUri(uri).toString()).replaceAll(sep, '/');
    default:
      return uri.replace(/^[^:]*:\/\//, '');
  }
}

/** Matches the names of models, which are the names that the search of folders finds. */
const MODEL = /\.(hef|mdl)$/i;

/** Returns a function that returns true for the URL of an object that a listing includes. */
export function selection({ kind, uri, include }: SourceSettings): (object: string) => boolean {
  if (include === undefined) return kind === 's3' ? (object) => MODEL.test(object) : () => true;
  // The pattern `**` includes all keys. It is handled apart, because patterns only match paths, and a key
  // such as `..` is not a path.
  if (include.includes('**')) return () => true;
  // The patterns to include are parsed in the same way as the patterns of `exclude` in settings.
  const patterns = readSettings(JSON.stringify({ exclude: include }), '--include');
  const folder = kind === 'folder' ? `${pathOfUri(uri)}` : '/';
  return (object) => patterns.isExcluded(nameOf(object, folder));
}

/** Policies of single objects, from the run's settings file. */
export class Rules {
  readonly #options: RunOptions | undefined;

  /**
   * @param config text of the settings file; empty without a file
   * @param folder folder of the settings file
   * @param made day on which ignores are checked for expiry; the same on all machines
   * @throws ProtomdlError `config-invalid`
   */
  constructor(
    config: string,
    private readonly folder: string | undefined,
    made: Date,
  ) {
    this.#options = config === '' ? undefined : readSettings(config, undefined, made);
  }

  /** @param known the object's entry in the baseline */
  policyFor(uri: string, known: KnownFindings | undefined): Policy | undefined {
    if (this.#options !== undefined) return this.#options.policyFor(nameOf(uri, this.folder), known);
    return known === undefined ? undefined : { known };
  }

  isExcluded(uri: string): boolean {
    return this.#options?.isExcluded(nameOf(uri, this.folder)) ?? false;
  }
}

/**
 * Returns the options with which the run, and its inspector, validate an object.
 * @param known the object's entry in the run's baseline
 */
export function optionsFor(
  { checksum, releases, targets, devices }: RunSettings,
  rules: Rules,
  uri: string,
  known: Known | undefined,
): Pick<ValidateOptions, 'checksum' | 'runtimes' | 'devices' | 'policy'> {
  const policy = rules.policyFor(uri, known === undefined ? undefined : knownFindings(known));
  const scoped = targets === undefined ? policy : { ...policy, targets };
  return {
    checksum,
    runtimes: releases,
    ...(scoped === undefined ? {} : { policy: scoped }),
    ...(devices === undefined ? {} : { devices }),
  };
}

import { relative, sep } from 'node:path';
import type { KnownFindings, Policy } from 'protomdl';
import { type RunOptions, readSettings } from 'protomdl/node';
import type { SourceSettings } from '../objects/listing.js';
import { parseS3Uri, pathOfUri, schemeOf } from '../objects/uri.js';

/** What settings and baselines call an object: its key in the bucket, or a file's path from where they are. */
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

/** Names of models, as folders are searched for them. */
const MODEL = /\.(hef|mdl)$/i;

/** Which objects of a listing are taken, by their addresses. */
export function selection({ kind, uri, include }: SourceSettings): (object: string) => boolean {
  if (include === undefined) return kind === 's3' ? (object) => MODEL.test(object) : () => true;
  // Keys such as `..` are no paths, which patterns are for.
  if (include.includes('**')) return () => true;
  // The patterns of settings, for the opposite.
  const patterns = readSettings(JSON.stringify({ exclude: include }), '--include');
  const folder = kind === 'folder' ? `${pathOfUri(uri)}` : '/';
  return (object) => patterns.isExcluded(nameOf(object, folder));
}

/** What a run's file of settings says of single objects. */
export class Rules {
  readonly #options: RunOptions | undefined;

  /**
   * @param config text of the file; empty where there is none
   * @param folder where the file was
   * @param made the day that decides which ignores have ended, the same on all machines
   * @throws ProtomdlError `config-invalid`
   */
  constructor(
    config: string,
    private readonly folder: string | undefined,
    made: Date,
  ) {
    this.#options = config === '' ? undefined : readSettings(config, undefined, made);
  }

  /** @param known what the baseline has of the object */
  policyFor(uri: string, known: KnownFindings | undefined): Policy | undefined {
    if (this.#options !== undefined) return this.#options.policyFor(nameOf(uri, this.folder), known);
    return known === undefined ? undefined : { known };
  }

  isExcluded(uri: string): boolean {
    return this.#options?.isExcluded(nameOf(uri, this.folder)) ?? false;
  }
}

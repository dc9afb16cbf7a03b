import { stat } from 'node:fs/promises';
import type { S3Client } from '@aws-sdk/client-s3';
import { ProtomdlError, type Source } from 'protomdl';
import { openFile } from 'protomdl/node';
import { listedFile } from './folder.js';
import type { SourceSettings } from './listing.js';
import { loadModule, type ObjectModule } from './module.js';
import { s3Client } from './s3-client.js';
import { openS3 } from './s3-source.js';
import { pathOfUri, schemeOf } from './uri.js';

export interface Opened {
  readonly source: Source;
  readonly etag: string;
  readonly size: number;
}

/** Opens objects of a run by their addresses. Credentials come from the environment. */
export class Opener {
  #client: S3Client | undefined;
  #module: Promise<ObjectModule> | undefined;

  constructor(
    private readonly settings: SourceSettings,
    private readonly modulePath?: string,
    private readonly alive: () => void = () => {},
  ) {}

  /** @throws ProtomdlError with a `source-*` code, CredentialsError, NotNow */
  async open(uri: string): Promise<Opened> {
    const scheme = schemeOf(uri);
    if (scheme === 's3') {
      this.#client ??= s3Client(this.settings);
      return openS3(this.#client, uri, this.alive);
    }
    if (scheme === 'file') return openLocal(uri);
    this.#module ??= loadModule(this.modulePath ?? '');
    const module = await this.#module;
    if (module.scheme !== scheme)
      throw new ProtomdlError('source-unreadable', `${uri}: no module for ${scheme}://`);
    const source = await module.open(uri);
    return { source, etag: '', size: source.size ?? 0 };
  }

  close(): void {
    this.#client?.destroy();
  }
}

async function openLocal(uri: string): Promise<Opened> {
  const path = pathOfUri(uri);
  // openFile takes names; one that is no Unicode is reached through the folder of open files.
  if (typeof path !== 'string') {
    throw new ProtomdlError('source-unreadable', `${uri}: the name is no Unicode`);
  }
  const source = await openFile(path);
  const { size } = await stat(path);
  const listed = await listedFile(path);
  return { source, etag: typeof listed === 'string' ? '' : listed.etag, size };
}

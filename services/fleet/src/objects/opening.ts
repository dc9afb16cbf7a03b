import { type BigIntStats, constants, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { S3Client } from '@aws-sdk/client-s3';
import { isProtomdlError, ProtomdlError, type Source } from 'protomdl';
import { openFile, openForOnce } from 'protomdl/node';
import { etagOf } from './folder.js';
import type { SourceSettings } from './listing.js';
import { loadModule, type ObjectModule } from './module.js';
import { fileUri, pathOfUri, schemeOf, shownUri } from './uri.js';

export interface Opened {
  readonly source: Source;
  readonly etag: string;
  readonly size: number;
}

/** Opens a run's objects by their URLs. Credentials are read from the environment. */
export class Opener {
  #client: S3Client | undefined;
  #module: Promise<ObjectModule> | undefined;

  constructor(
    private readonly settings: SourceSettings,
    private readonly modulePath?: string,
    private readonly alive: () => void = () => {},
  ) {}

  /** @throws ProtomdlError with a `source-*` code, UnusableSource, NotNow */
  async open(uri: string): Promise<Opened> {
    const scheme = schemeOf(uri);
    if (scheme === 's3') {
      const { openS3 } = await import('./s3-source.js');
      this.#client ??= (await import('./s3-client.js')).s3Client(this.settings);
      return openS3(this.#client, uri, this.alive);
    }
    if (scheme === 'file') return openLocal(uri);
    this.#module ??= loadModule(this.modulePath, scheme);
    const source = await (await this.#module).open(uri);
    return { source, etag: '', size: source.size ?? 0 };
  }

  close(): void {
    this.#client?.destroy();
  }
}

/**
 * Opens a file, and returns it with the ETag of its content. The ETag is read before the file is opened. If
 * the file is replaced in between, the result is stored under the old ETag, and the next run reads the file
 * again.
 */
async function openLocal(uri: string): Promise<Opened> {
  const path = pathOfUri(uri);
  const status = statusOf(path);
  const source = await (typeof path !== 'string'
    ? openBytes(path)
    : status?.isFile() === true
      ? openForOnce(path, true)
      : openFile(path));
  return { source, etag: status === undefined ? '' : etagOf(status), size: source.size ?? 0 };
}

/** On an error, returns undefined: opening the file will report the error. */
function statusOf(path: string | Buffer): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true });
  } catch {
    return undefined;
  }
}

/**
 * Opens a file whose name is not Unicode: `openFile` only takes strings, so it opens `/dev/fd/N` for the
 * file's descriptor.
 */
async function openBytes(path: Buffer): Promise<Source> {
  const shown = shownUri(fileUri(path));
  try {
    const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      return await openFile(`/dev/fd/${handle.fd}`);
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (isProtomdlError(error)) throw new ProtomdlError(error.code, `${shown}: cannot be read`);
    const gone = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw new ProtomdlError(
      gone ? 'source-not-found' : 'source-unreadable',
      `${shown}: ${(error as Error).message}`,
    );
  }
}

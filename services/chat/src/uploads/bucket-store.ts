import { createReadStream } from 'node:fs';
import { mkdir, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { type Random, randomText } from '@services/kit/clock';
import type { ByteRange } from '@services/kit/http';
import type { FileStore } from './storage.js';

/** The members of @aws-sdk/client-s3 that this store uses. The package is optional: only this store needs it. */
interface S3Module {
  S3Client: new (settings: object) => { send(command: object): Promise<S3Answer>; destroy(): void };
  PutObjectCommand: new (input: object) => object;
  HeadObjectCommand: new (input: object) => object;
  GetObjectCommand: new (input: object) => object;
  DeleteObjectCommand: new (input: object) => object;
}
interface S3Answer {
  ContentLength?: number;
  Body?: Readable;
}

/** The package's name is in a variable, so that the program compiles even if the package is not installed. */
const PACKAGE = '@aws-sdk/client-s3';

/** Limit of S3 for an object that is sent as a whole, in MiB. */
export const MAX_OBJECT_MIB = 5 * 1024;

export interface BucketSettings {
  /** `s3://BUCKET` or `s3://BUCKET/PREFIX`. */
  url: string;
  /** Endpoint of a server other than AWS; empty: AWS. */
  endpoint: string;
  /** Region of the bucket; empty: from the environment. */
  region: string;
  /** Local folder for files that are still growing; several processes share it. */
  temporaryFolder: string;
}

/** Stores files as objects of a bucket. Credentials come from the environment, as the AWS tools read them. */
export class BucketStore implements FileStore {
  readonly temporaryFolder: string;
  readonly #s3: S3Module;
  readonly #client: InstanceType<S3Module['S3Client']>;
  readonly #bucket: string;
  readonly #prefix: string;
  readonly #random: Random;

  private constructor(s3: S3Module, settings: BucketSettings, random: Random) {
    const { hostname, pathname } = new URL(settings.url);
    this.#s3 = s3;
    this.#bucket = hostname;
    this.#prefix = pathname.replace(/^\/+/, '').replace(/([^/])$/, '$1/');
    this.#random = random;
    this.temporaryFolder = settings.temporaryFolder;
    this.#client = new s3.S3Client({
      region: settings.region || (process.env.AWS_REGION ?? process.env.AWS_DEFAULT_REGION ?? 'us-east-1'),
      ...(settings.endpoint === '' ? {} : { endpoint: settings.endpoint, forcePathStyle: true }),
      // Servers other than AWS do not support the checksums that the SDK would add.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
  }

  static async open(settings: BucketSettings, random: Random): Promise<BucketStore> {
    // Switches off the SDK's warning about old versions of Node: this service supports versions that the SDK calls
    // old.
    process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
    await mkdir(settings.temporaryFolder, { recursive: true, mode: 0o700 });
    const s3 = await (import(PACKAGE) as Promise<S3Module>).catch(() => {
      throw new Error(`uploads in a bucket need the package ${PACKAGE}: install it`);
    });
    return new BucketStore(s3, settings, random);
  }

  async adopt(localFile: string, name: string, size: number): Promise<void> {
    const local = (await stat(localFile)).size;
    if (local !== size) throw lost(size, local);
    await this.#put(name, createReadStream(localFile), size);
    const stored = await this.size(name);
    if (stored !== size) throw lost(size, stored ?? 0);
    await unlink(localFile);
  }

  write(name: string, bytes: Uint8Array): Promise<void> {
    return this.#put(name, bytes, bytes.length);
  }

  async size(name: string): Promise<number | undefined> {
    return (await this.#found(new this.#s3.HeadObjectCommand(this.#object(name))))?.ContentLength;
  }

  async read(name: string, range?: ByteRange): Promise<Readable | undefined> {
    const part = range === undefined ? {} : { Range: `bytes=${range.start}-${range.end}` };
    return (await this.#found(new this.#s3.GetObjectCommand({ ...this.#object(name), ...part })))?.Body;
  }

  async remove(name: string): Promise<void> {
    await this.#found(new this.#s3.DeleteObjectCommand(this.#object(name)));
  }

  temporaryFile(): string {
    return path.join(this.temporaryFolder, randomText(this.#random, 24));
  }

  async #put(name: string, body: Readable | Uint8Array, size: number): Promise<void> {
    const input = { ...this.#object(name), Body: body, ContentLength: size };
    await this.#client.send(new this.#s3.PutObjectCommand(input));
  }

  #object(name: string): { Bucket: string; Key: string } {
    if (name.split('/').includes('..') || name.includes('\0')) throw new Error('the path leaves the uploads');
    return { Bucket: this.#bucket, Key: this.#prefix + name };
  }

  async #found(command: object): Promise<S3Answer | undefined> {
    try {
      return await this.#client.send(command);
    } catch (error) {
      const { name } = error as Error;
      if (name === 'NotFound' || name === 'NoSuchKey') return undefined;
      throw error;
    }
  }
}

const lost = (size: number, stored: number) =>
  new Error(`an upload of ${size} bytes was stored with ${stored}`);

import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Writes a new file of mode 0600, flushes it to the disk, and renames it over the old file, so that a crash leaves the
 * old file or the new file, but never a part of one.
 */
export async function writeSecretFile(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const temporary = `${path}.${randomBytes(4).toString('hex')}.tmp`;
  const file = await open(temporary, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
    await file.close();
    await rename(temporary, path);
  } catch (error) {
    await file.close().catch(() => {});
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Returns the secret of a file, 32 random bytes in base64; creates the file on first use. */
export async function secretKeyFile(path: string): Promise<Uint8Array> {
  const text = await textOf(path);
  if (text !== undefined) {
    const key = Buffer.from(text.trim(), 'base64');
    if (key.length !== 32) throw new Error(`${path} does not hold 32 bytes in base64.`);
    return key;
  }
  const key = randomBytes(32);
  await writeSecretFile(path, `${key.toString('base64')}\n`);
  return key;
}

/** The parsed content of a secret file, which another process may replace. */
export class SecretFile<T> {
  #version = '';
  #content: T | undefined;

  constructor(
    readonly path: string,
    readonly parse: (text: string) => T,
    readonly problem: new (message: string) => Error = Error,
  ) {}

  /** Reads the file again if it has changed. Throws `problem` if users other than the owner can read it. */
  async read(): Promise<T> {
    const { mtimeMs, ino, mode } = await stat(this.path);
    const version = `${ino}:${mtimeMs}`;
    if (this.#content === undefined || version !== this.#version) {
      if (mode & 0o077) throw new this.problem(`${this.path} may be read by others: run "chmod 600" on it.`);
      this.#content = this.parse(await readFile(this.path, 'utf8'));
      this.#version = version;
    }
    return this.#content;
  }
}

/** Returns the text of a file; undefined if there is no such file. */
export async function textOf(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

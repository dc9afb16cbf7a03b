import type { Fail } from './parse-error.js';

/**
 * Returns the bytes that a text keeps in a file.
 * @param name name of the file as the text has it, without a folder
 * @param length length that the text states, if any; further bytes need not be read
 * @returns undefined if the file does not exist
 */
export type BlobReader = (
  name: string,
  length?: number,
) => Uint8Array | undefined | Promise<Uint8Array | undefined>;

/** A reference in a text, in place of bytes. */
export interface BlobReference {
  /** Name of the file; undefined if the bytes were left out. */
  readonly file: string | undefined;
  readonly length: number | undefined;
}

export function readBlob(
  { file, length }: BlobReference,
  reader: BlobReader | undefined,
  fail: Fail,
): Uint8Array | Promise<Uint8Array> {
  if (file === undefined) {
    const size = length === undefined ? 'bytes' : `${length} bytes`;
    fail(
      'text-bytes-left-out',
      `the dump omits ${size}: make a full one with dump --bytes base64, or dump --bytes file --bytes-dir DIR`,
    );
  }
  // The text may come from an untrusted source, so it must not name files outside the folder.
  if (file === '' || file === '.' || file === '..' || /[/\\\0]/.test(file)) {
    fail('text-bytes-file', `${file} is not a file name in the folder of --bytes-dir`);
  }
  if (reader === undefined) {
    fail('text-bytes-file', `bytes are in the file ${file}: name its folder with --bytes-dir`);
  }
  const checked = (bytes: Uint8Array | undefined): Uint8Array => {
    if (bytes === undefined) fail('text-bytes-file', `there is no file ${file} in the folder of --bytes-dir`);
    if (length !== undefined && bytes.length !== length) {
      fail('text-bytes-file', `the file ${file} has ${bytes.length} bytes, and the text says ${length}`);
    }
    return bytes;
  };
  const bytes = reader(file, length);
  return bytes instanceof Promise ? bytes.then(checked) : checked(bytes);
}

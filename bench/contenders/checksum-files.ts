/**
 * Reads every file of a folder from start to end, and computes the MD5 of the bytes after its version 0
 * header: the minimum work for verifying checksums. The folder is the command's argument.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const HEADER_SIZE = 32;
const CHECKSUM = 16;

const [, , folder] = process.argv;
if (folder === undefined) throw new Error('usage: checksum-files FOLDER');
let wrong = 0;
for (const name of readdirSync(folder)) {
  const bytes = readFileSync(join(folder, name));
  const digest = createHash('md5').update(bytes.subarray(HEADER_SIZE)).digest();
  if (!digest.equals(bytes.subarray(CHECKSUM, HEADER_SIZE))) wrong++;
}
process.exitCode = wrong === 0 ? 0 : 1;

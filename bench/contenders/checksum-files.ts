/**
 * Reads every file of a folder whole and takes the MD5 of what is after the header of its container of version 0:
 * what verifying checksums cannot do without. From start to end; what is named on the command line is the folder.
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

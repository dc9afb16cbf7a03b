/**
 * `npx tsx bench/likenesses.ts`: writes bench/workloads/likenesses.json, which describes the files of
 * PROTOMDL_REAL_FILES by counts and distributions, without names or bytes of the files.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { takeApart } from '../src/base/container/take-apart.js';
import { type LikenessProfile, profileOf } from './workloads/likeness-profile.js';
import { realFolder } from './workloads/real-files.js';

const OUT = fileURLToPath(new URL('workloads/likenesses.json', import.meta.url));

const folder = realFolder();
if (folder === undefined) throw new Error('PROTOMDL_REAL_FILES names no folder');
const profiles: Record<string, LikenessProfile> = {};
for (const name of readdirSync(folder).sort()) {
  const file = takeApart(new Uint8Array(readFileSync(join(folder, name))));
  // A truncated message is skipped, because its counts are not those of a whole model.
  if (file.framing === 'unknown') continue;
  if (file.framing === 'framed' && file.message.length < file.frame.protoSize) continue;
  profiles[name.replace(/\.\w+$/, '')] = profileOf(file.message);
}
writeFileSync(OUT, `${JSON.stringify(profiles, null, 1)}\n`);
console.log(`${Object.keys(profiles).length} profiles written`);

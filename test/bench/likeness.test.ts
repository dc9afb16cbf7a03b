/**
 * Likenesses are generated models that have the counts of a real file. They are valid, and contain nothing
 * else of the real file.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { profileOf } from '../../bench/workloads/likeness-profile.js';
import { likenesses, PROFILES } from '../../bench/workloads/likenesses.js';
import { realFolder } from '../../bench/workloads/real-files.js';
import { inMemory } from '../../bench/workloads/store.js';
import { takeApart } from '../../src/base/container/take-apart.js';
import { MDL } from '../../src/base/schema/mdl.gen.js';
import { memorySource } from '../../src/base/source/memory.js';
import { validate } from '../../src/check/validate/validate.js';
import { countMessages } from '../../src/tools/measure/measure-file.js';

const folder = realFolder();
const names = Object.keys(PROFILES);
if (folder === undefined)
  process.stderr.write('likenesses are not compared: PROTOMDL_REAL_FILES is not set\n');

function original(name: string): Uint8Array | undefined {
  const [file] = readdirSync(folder!).filter((other) => other.startsWith(`${name}.`));
  if (file === undefined || !existsSync(join(folder!, file))) return undefined;
  const taken = takeApart(new Uint8Array(readFileSync(join(folder!, file))));
  return taken.framing === 'unknown' ? undefined : taken.message;
}

describe.each(likenesses().map((workload, i) => [names[i]!, workload] as const))(
  'the likeness of %s',
  (name, workload) => {
    const message = inMemory(workload);

    it('has the counts of its profile when protobuf-es decodes it', () => {
      expect(profileOf(message)).toEqual(PROFILES[name]);
    });

    it('has no errors', async () => {
      const { counts, diagnostics } = await validate(memorySource(message), {
        framing: 'bare',
        checksum: false,
      });
      expect(counts.error, diagnostics.map(({ code, message: text }) => `${code} ${text}`).join('\n')).toBe(
        0,
      );
    });

    it.skipIf(folder === undefined)('has the counts of its real file, and about the same size', () => {
      const bytes = original(name);
      if (bytes === undefined) return;
      expect(profileOf(bytes)).toEqual(PROFILES[name]);
      const messages = (of: Uint8Array) => countMessages(MDL, of, 0, of.length);
      expect(Math.abs(messages(message) / messages(bytes) - 1)).toBeLessThan(0.05);
      expect(Math.abs(message.length / bytes.length - 1)).toBeLessThan(0.15);
    });
  },
);

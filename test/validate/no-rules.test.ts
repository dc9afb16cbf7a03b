/** Without rules, no facts are collected, but findings about the bytes stay the same. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { mutate } from '../../src/attack/mutate/mutate.js';
import { NO_RULES } from '../../src/check/validate/rule-choice.js';
import { validate } from '../../src/check/validate/validate.js';

const CORPUS = new URL('../../corpus', import.meta.url).pathname;
const OF_BYTES = /^(wire|message|string)-/;

/** Returns the findings about a file's bytes with these rules. */
async function toldBy(file: Uint8Array, rules: { readonly rules?: typeof NO_RULES }): Promise<unknown> {
  const { diagnostics, container } = await validate(file, { checksum: false, maxPerCode: 1e6, ...rules });
  const errors = diagnostics.filter(({ code, severity }) => severity === 'error' && OF_BYTES.test(code));
  return { errors, container };
}

it('the errors in the bytes are the same with rules and without', async () => {
  let faulty = 0;
  for (const part of ['valid', 'invalid']) {
    for (const name of readdirSync(join(CORPUS, part))) {
      if (!/\.(mdl|hef)$/.test(name)) continue;
      const file = new Uint8Array(readFileSync(join(CORPUS, part, name)));
      const files: Uint8Array[] = [file];
      if (file.length < 4000) {
        const { bytes } = await mutate(file, { seed: 1, mutations: 3 });
        files.push(bytes, ...[0.4, 0.8].map((share) => file.slice(0, file.length * share)));
      }
      for (const each of files) {
        const expected = await toldBy(each, {});
        expect(await toldBy(each, { rules: NO_RULES }), name).toEqual(expected);
        if (JSON.stringify(expected).includes('wire-')) faulty++;
      }
    }
  }
  expect(faulty).toBeGreaterThan(100);
});

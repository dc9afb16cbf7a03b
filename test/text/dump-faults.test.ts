/** A dump reports every fault at which parsers stop, even in records that its text does not show. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { memorySource } from '../../src/base/source/memory.js';
import { NO_RULES } from '../../src/check/validate/rule-choice.js';
import { validate } from '../../src/check/validate/validate.js';
import { dump } from '../../src/tools/text/dump.js';
import { dumped, withoutComments } from './dumped.js';

const CORPUS = fileURLToPath(new URL('../../corpus', import.meta.url));
const FILES = readdirSync(CORPUS, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.mdl'),
);

/** Codes of errors in the message that validation without rules finds. */
async function expected(bytes: Uint8Array): Promise<Set<string>> {
  const options = { framing: 'bare' as const, rules: NO_RULES, checksum: false };
  const { diagnostics } = await validate(memorySource(bytes), options);
  const errors = diagnostics.filter(
    ({ code, severity }) => severity === 'error' && !code.startsWith('frame-'),
  );
  return new Set(errors.map(({ code }) => code));
}

async function reported(bytes: Uint8Array): Promise<Set<string>> {
  const codes = new Set<string>();
  const onProblem = ({ code }: { code: string }) => void codes.add(code);
  await dump(memorySource(bytes), { framing: 'bare', bytes: 'elide', onProblem }, () => {});
  return codes;
}

/** Maximum size of a file, because every file is read many times. */
const MAX_SIZE = 4 * 1024;

/** Yields the file, and copies of it with one byte changed. */
function* variants(bytes: Uint8Array): Generator<Uint8Array> {
  yield bytes;
  for (let i = 0; i < 2; i++) {
    const mutant = bytes.slice();
    const at = Math.floor((bytes.length * (i + 0.5)) / 2);
    mutant[at] = (mutant[at] as number) ^ (1 << (i + 2));
    yield mutant;
  }
}

it('reports the faults that validation finds', async () => {
  let faulty = 0;
  for (const name of FILES) {
    const bytes = new Uint8Array(readFileSync(join(CORPUS, name)));
    if (bytes.length > MAX_SIZE) continue;
    for (const one of variants(bytes)) {
      const faults = [...(await expected(one))];
      if (faults.length > 0) faulty++;
      expect([...(await reported(one))], name).toEqual(expect.arrayContaining(faults));
    }
  }
  expect(faulty).toBeGreaterThan(30);
});

it('reports a fault of a record that a later record replaces', async () => {
  // header { sdk_version: not UTF-8; sdk_version: "a" }
  const bytes = Uint8Array.of(0x0a, 6, 0x1a, 1, 0xff, 0x1a, 1, 0x61);
  expect([...(await expected(bytes))]).toEqual(['string-not-utf8']);
  expect([...(await reported(bytes))]).toEqual(['string-not-utf8']);
});

it('a message that is longer than the message around it is not opened, unless the file ends there', async () => {
  // network_groups { contexts of 127 bytes, of which the group has 2 }, and a header.
  const whole = [0x12, 4, 0x1a, 127, 0x18, 5, 0x0a, 2, 0x10, 1];
  const { text, problems } = await dumped(Uint8Array.from(whole), { framing: 'bare', format: 'textproto' });
  expect(withoutComments(text)).toBe('header {\n  timestamp: 1\n}\nnetwork_groups {\n}\n');
  expect(problems.map(({ code }) => code)).toEqual(['wire-truncated']);
  const cut = await dumped(Uint8Array.from([0x12, 126, ...whole.slice(2, 6)]), {
    framing: 'bare',
    format: 'textproto',
  });
  expect(withoutComments(cut.text)).toContain('contexts {');
});

/**
 * For every file of the corpus, the commands disasm and objdump have a result, or refuse the file with a
 * reason. Outputs for people are golden files.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv, type ValidateFunction } from 'ajv';
import { describe, expect, it } from 'vitest';
import { protomdl } from '../cli/protomdl.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CORPUS = join(ROOT, 'corpus');

/** The invalid files, except a few large files, which test limits of other code than these commands. */
const invalid = readdirSync(join(CORPUS, 'invalid'))
  .filter((name) => !name.endsWith('.json'))
  .map((name) => join(CORPUS, 'invalid', name))
  .filter((file) => statSync(file).size < 20_000);

function schema(name: string): ValidateFunction {
  const text = readFileSync(join(ROOT, 'docs/schemas', `${name}.schema.json`), 'utf8');
  return new Ajv({ strict: true, allowUnionTypes: true, allErrors: true }).compile(
    JSON.parse(text) as object,
  );
}

describe.each(['disasm', 'objdump'])('%s', (verb) => {
  it('every invalid file is shown or refused, and never reported as a bug of protomdl', async () => {
    for (const file of invalid) {
      const { code, out, err } = await protomdl(verb, file);
      expect([file, code === 0 || code === 1, /internal error| at .*\.ts:/.test(out + err)]).toEqual([
        file,
        true,
        false,
      ]);
      // A refusal has a code and an offset.
      if (out === '')
        expect([file, err]).toEqual([
          file,
          expect.stringMatching(
            /: (error: .+ \[[a-z-]+ at \d+ \(0x[\da-f]+\)( in \S+)?\]\n$|.*no a? ?network group|it is empty)/,
          ),
        ]);
    }
  });

  it.each(['one-context', 'every-trigger', 'overlong', 'unknown-fields'])(
    'is golden for %s',
    async (name) => {
      const { code, out } = await protomdl(
        verb,
        join(CORPUS, `valid/${name}.mdl`),
        ...(verb === 'disasm' ? ['-p'] : ['--hex']),
      );
      expect(code).toBe(0);
      await expect(out).toMatchFileSnapshot(`golden/${verb}-${name}.txt`);
    },
  );

  it('the output for a truncated file equals the golden file', async () => {
    const { code, out } = await protomdl(verb, join(CORPUS, 'invalid/cut-in-message.mdl'));
    expect(code).toBe(1);
    await expect(out).toMatchFileSnapshot(`golden/${verb}-cut-in-message.txt`);
  });

  it('lines of JSON match their schema', async () => {
    const validate = schema(verb);
    let lines = 0;
    for (const name of [
      'valid/every-action.mdl',
      'valid/every-trigger.mdl',
      'valid/framed-v3.hef',
      'valid/unknown-fields.mdl',
      'invalid/cut-in-message.mdl',
      'invalid/frame-bad-magic.hef',
    ]) {
      const { out } = await protomdl(verb, join(CORPUS, name), '--format', 'ndjson');
      for (const line of out.split('\n').filter((one) => one !== '')) {
        expect(validate(JSON.parse(line)), JSON.stringify(validate.errors?.slice(0, 3))).toBe(true);
        lines++;
      }
    }
    expect(lines).toBeGreaterThan(20);
    expect(validate({ schemaVersion: 1, file: 'x', kind: 'nothing' })).toBe(false);
  });

  it('missing and unreadable files are named', async () => {
    const file = join(CORPUS, 'valid/two-contexts.mdl');
    const nothing = await protomdl(verb, file, '--select', 'network_groups[7].contexts[0]');
    expect([nothing.code, nothing.err]).toEqual([
      1,
      expect.stringContaining('there is no network_groups[7].contexts[0]'),
    ]);
    expect((await protomdl(verb, '/nowhere.mdl')).code).toBe(3);
    expect((await protomdl(verb, file, '--select', 'network_groups[0].nonsense')).code).toBe(2);
    expect((await protomdl(verb, file, '-o', file)).code).toBe(2);
  });
});

it('disasm reports selections for which it has no lines', async () => {
  const { code, err } = await protomdl(
    'disasm',
    join(CORPUS, 'valid/two-contexts.mdl'),
    '--select',
    'header',
  );
  expect([code, err]).toEqual([2, expect.stringContaining('header is not disassembled')]);
});

it('objdump refuses names with --raw', async () => {
  const { code } = await protomdl(
    'objdump',
    join(CORPUS, 'valid/two-contexts.mdl'),
    '--raw',
    '--select',
    'header',
  );
  expect(code).toBe(2);
});

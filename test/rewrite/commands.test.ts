import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { examplesOf } from '../../src/cli/examples.js';
import { run } from '../../src/cli/run.js';
import { capturedHost } from '../cli/captured-host.js';
import { command } from '../cli/command.js';
import { temporaryDirectory } from '../cli/temporary.js';
import { INVALID } from './corpus-files.js';

const CORPUS = fileURLToPath(new URL('../../corpus', import.meta.url));
const corpus = (name: string): string => join(CORPUS, name);

async function runs(...argv: string[]) {
  const host = capturedHost();
  const code = await run(argv, host);
  return { code, out: host.outBytes(), text: host.out(), err: host.err() };
}

/** One line with the problem and its code. */
const REFUSAL = /^protomdl: .+: .+ \[[a-z0-9-]+( at \d+ \(0x[0-9a-f]+\))?( in .+)?\]\n$/;

const VERBS: readonly (readonly string[])[] = [
  ['canonicalize'],
  ['strip', '--all'],
  ['redact'],
  ['convert', '--framing', 'bare', '-q'],
  ['convert', '--framing', '3', '-q'],
  ['hash'],
];

describe('every command, for every invalid file', () => {
  it.each(VERBS.map((verb) => [verb.join(' '), verb] as const))(
    '%s: a result or a refusal',
    async (_, verb) => {
      let answers = 0;
      for (const { name } of INVALID) {
        const { code, out, err } = await runs(...verb, corpus(name));
        if (code === 0) {
          answers++;
          expect(err).toBe('');
        } else {
          expect([1, 3], `${name}: ${err}`).toContain(code);
          expect(err, name).toMatch(REFUSAL);
          expect(out.length).toBe(0);
        }
      }
      expect(answers).toBeGreaterThan(INVALID.length / 2);
    },
  );

  it.each([
    ['extract', (file: string) => ['extract', file, 'network_groups[0].contexts']],
    ['extract --section message', (file: string) => ['extract', '--section', 'message', file]],
    ['extract --section', (file: string) => ['extract', '--section', 'ccws', file]],
    ['replace', (file: string) => ['replace', file, 'header.timestamp', '--value', '1', '-q']],
  ] as const)('%s: a result or a refusal', async (_, argv) => {
    const codes = new Set<number>();
    for (const { name } of INVALID) {
      const { code, err } = await runs(...argv(corpus(name)));
      codes.add(code);
      if (code === 0) expect(err).toBe('');
      else expect(err, name).toMatch(REFUSAL);
    }
    expect([...codes].sort()).toEqual([0, 1]);
  });
});

describe('output files', () => {
  it('are written to a terminal only if they are text', async () => {
    const host = capturedHost({ terminal: true });
    await run(['canonicalize', corpus('valid/smallest.mdl')], host);
    expect(host.err()).toContain('binary data is not written to a terminal');
    const shown = capturedHost({ terminal: true });
    const path = 'network_groups[0].network_group_metadata.network_group_name';
    expect(await run(['extract', corpus('valid/two-contexts.mdl'), path], shown)).toBe(0);
    expect(shown.out()).toMatch(/^\w+\n$/);
  });

  it('never replace an input, unless requested', async () => {
    const directory = temporaryDirectory();
    const file = join(directory, 'model.mdl');
    const before = readFileSync(corpus('valid/two-contexts.mdl'));
    writeFileSync(file, before);
    const over = await runs('strip', '--timestamp', file, '-o', file);
    expect([over.code, readFileSync(file).equals(before)]).toEqual([2, true]);
    expect((await runs('strip', '--timestamp', file, '--in-place')).code).toBe(0);
    expect(readFileSync(file).length).toBeLessThan(before.length);
    expect(readdirSync(directory)).toEqual(['model.mdl']);
  });

  it('leave no files behind after a failure', async () => {
    const directory = temporaryDirectory();
    const { code } = await runs(
      'canonicalize',
      corpus('invalid/wire-truncated.mdl'),
      '-o',
      join(directory, 'x'),
    );
    expect([code, readdirSync(directory)]).toEqual([1, []]);
  });

  it('of several inputs are written to a folder', async () => {
    const directory = join(temporaryDirectory(), 'out');
    const files = [corpus('valid/smallest.mdl'), corpus('valid/two-contexts.mdl')];
    expect((await runs('redact', ...files)).code).toBe(2);
    expect((await runs('redact', ...files, '-o', directory)).code).toBe(0);
    expect(readdirSync(directory).sort()).toEqual(['smallest.mdl', 'two-contexts.mdl']);
  });

  it('contradictory options are usage errors', async () => {
    const file = corpus('valid/smallest.mdl');
    for (const argv of [
      ['convert', file],
      ['strip', file],
      ['strip', '--all', file, '-o', 'x', '--in-place'],
      ['extract', file],
      ['extract', file, 'header', '--mapping'],
      ['extract', file, 'no_such_field'],
      ['replace', file, 'header.timestamp'],
      ['replace', file, 'header.timestamp', '--value', 'soon'],
      ['replace', '-', 'mapping', '--with', '-'],
      ['convert', file, '--framing', '1', '--padding', '4'],
      ['hash', '--in-place', file],
      ['canonicalize', '-', '--in-place'],
    ]) {
      const { code, err, out } = await runs(...argv);
      expect([code, out.length], argv.join(' ')).toEqual([2, 0]);
      expect(err.trimEnd().split('\n').length).toBeLessThan(3);
    }
  });

  it('are not written for a missing input file: the exit code is 3', async () => {
    for (const [verb] of VERBS) {
      const more = verb === 'strip' ? ['--all'] : verb === 'convert' ? ['--framing', '0'] : [];
      expect((await runs(verb as string, '/nowhere.hef', ...more)).code).toBe(3);
    }
  });
});

describe('hash', () => {
  it('prints lines that sha256sum accepts', async () => {
    const { text } = await runs(
      'hash',
      '--what',
      'file',
      corpus('valid/smallest.mdl'),
      corpus('valid/two-contexts.mdl'),
    );
    expect(text).toMatch(/^([0-9a-f]{64} {2}\S+\n){2}$/);
  });

  it.each(['sha256', 'sha512', 'sha1', 'md5', 'crc32', 'xxh3'])('%s', async (algorithm) => {
    const lengths: Record<string, number> = {
      sha256: 64,
      sha512: 128,
      sha1: 40,
      md5: 32,
      crc32: 8,
      xxh3: 16,
    };
    const { text } = await runs('hash', '--algorithm', algorithm, corpus('valid/smallest.mdl'));
    expect(text.split('  ')[0]).toHaveLength(lengths[algorithm] as number);
  });
});

describe('pipes', () => {
  it('are read and written, even if they are long', async () => {
    const bytes = readFileSync(corpus('valid/small-network.hef'));
    const { code, out } = await command(['hash', '-'], bytes);
    expect(code).toBe(0);
    const { text } = await runs('hash', corpus('valid/small-network.hef'));
    expect(out.split('  ')[0]).toBe(text.split('  ')[0]);
    // The mapping is longer than the memory limit for pipes, so the stream is written to a temporary file.
    const mapping = join(temporaryDirectory(), 'mapping');
    writeFileSync(mapping, new Uint8Array(20 << 20));
    const large = join(temporaryDirectory(), 'large.mdl');
    await runs('replace', corpus('valid/smallest.mdl'), 'mapping', '--with', mapping, '-o', large);
    const piped = await command(['hash', '-'], readFileSync(large));
    const straight = await runs('hash', large);
    expect([piped.code, piped.out.split('  ')[0]]).toEqual([0, straight.text.split('  ')[0]]);
  });
});

describe('examples', () => {
  it.each(['convert', 'extract', 'replace', 'canonicalize', 'strip', 'redact', 'hash'])(
    'of %s work',
    async (name) => {
      await runs(name, '--help');
      const examples = examplesOf(name);
      expect(examples.length).toBeGreaterThan(0);
      const folder = temporaryDirectory();
      for (const { line } of examples) {
        // Names in examples refer to the corpus, and to files in a folder of this test. Only the first
        // command of a pipe is run.
        const words = (line.split(' | ')[0] as string).match(/'[^']*'|\S+/g) ?? [];
        const args = words.slice(1).map((word, i) => {
          const text = word.replace(/^'|'$/g, '');
          if (words[i] === '-o') return join(folder, text);
          return /^(valid|invalid)\b/.test(text) ? corpus(text) : text;
        });
        expect(words[0]).toBe('protomdl');
        const { code, err } = await runs(...args);
        expect(code, `${line}: ${err}`).toBe(0);
      }
    },
  );
});

describe('files that are not models, but can be read as records', () => {
  const ONNX = Buffer.from('\x08\x07\x12\x07pytorch\x1a\x031.9', 'latin1');
  const ZIP = Buffer.from('PK\x03\x04 and so on and on', 'latin1');
  const written = (bytes: Uint8Array): string => {
    const path = join(temporaryDirectory(), 'x.hef');
    writeFileSync(path, bytes);
    return path;
  };

  it.each(VERBS.map((verb) => [verb.join(' '), verb] as const))(
    '%s refuses these files and names their kind',
    async (_, verb) => {
      for (const [bytes, kind] of [
        [ONNX, 'an ONNX model'],
        [ZIP, 'a ZIP archive'],
      ] as const) {
        const { code, out, err } = await runs(...verb, written(bytes));
        expect([code, out.length]).toEqual([1, 0]);
        expect(err).toContain(`error: this is ${kind}`);
      }
    },
  );

  it('are treated as messages on request', async () => {
    for (const verb of [
      ['redact', '--from', 'bare'],
      ['convert', '--framing', 'bare', '--from', 'bare'],
    ]) {
      const { code, out, err } = await runs(...verb, written(ZIP));
      expect([code, out.length]).toEqual([0, ZIP.length]);
      expect(err).toContain('warning: this is a ZIP archive');
    }
  });
});

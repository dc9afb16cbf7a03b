/** `assemble` restores the bytes of which `dump` wrote the text, in every form. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mutate } from '../../src/attack/mutate/mutate.js';
import { smithFile } from '../../src/attack/smith/smith.js';
import type { FramingMode } from '../../src/base/container/detect.js';
import { isProtomdlError } from '../../src/base/diagnostics/error.js';
import { memorySource } from '../../src/base/source/memory.js';
import type { Source } from '../../src/base/source/source.js';
import { nodeChecksums } from '../../src/check/validate/node-checksums.js';
import { validate } from '../../src/check/validate/validate.js';
import { canonicalize } from '../../src/tools/rewrite/canonicalize.js';
import { bytesOf } from '../../src/tools/rewrite/rewriting.js';
import { type Assembled, assemble } from '../../src/tools/text/assemble.js';
import type { DumpOptions } from '../../src/tools/text/dump.js';
import { readText } from '../../src/tools/text/input-text.js';
import { TEXT_FORMS } from '../../src/tools/text/text-form.js';
import { lenRecord } from '../arbitrary/wire-writer.js';
import { dumped } from './dumped.js';

function filesOf(folder: string): ReadonlyMap<string, Uint8Array> {
  const names = readdirSync(folder).filter((name) => /\.(mdl|hef)$/.test(name));
  return new Map(names.map((name) => [name, new Uint8Array(readFileSync(join(folder, name)))]));
}

const corpus = (part: string): ReadonlyMap<string, Uint8Array> =>
  filesOf(new URL(`../../corpus/${part}`, import.meta.url).pathname);
const VALID = corpus('valid');

/** Forms in which a dump contains everything. */
const FORMS = [
  { format: 'json', bytes: 'base64' },
  { format: 'json', bytes: 'file' },
  { format: 'yaml', bytes: 'hex' },
  { format: 'textproto', bytes: 'hex' },
  { format: 'textproto', bytes: 'file' },
] as const;

function wholeOf({ pieces }: Assembled): Uint8Array {
  return new Uint8Array(Buffer.concat(pieces));
}

async function again(file: Uint8Array, form: DumpOptions & { format: (typeof TEXT_FORMS)[number] }) {
  const blobs = new Map<string, Uint8Array>();
  const store = {
    put(bytes: Uint8Array) {
      const name = `${blobs.size}.bin`;
      blobs.set(name, bytes.slice());
      return name;
    },
    begin() {
      const pieces: Uint8Array[] = [];
      return {
        write: (chunk: Uint8Array) => void pieces.push(chunk.slice()),
        end: () => this.put(new Uint8Array(Buffer.concat(pieces))),
      };
    },
  };
  const { text, problems } = await dumped(file, { ...form, store, checksums: nodeChecksums });
  const made = await assemble(text, { blobs: (name) => blobs.get(name), format: form.format });
  return { text, problems, made, bytes: wholeOf(made) };
}

const canonical = async (file: Uint8Array, framing: FramingMode = 'auto') =>
  bytesOf(await canonicalize(memorySource(file), { framing }));

const isSame = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;

describe('the valid files of the corpus', () => {
  it.each(FORMS)(
    'give the same bytes, or the bytes that encoders write: $format with $bytes',
    async (form) => {
      let same = 0;
      for (const [name, file] of VALID) {
        const { bytes } = await again(file, form);
        const due = await canonical(file);
        // In text format, a message may have been a group, or may have had an overlong encoding.
        if (form.format === 'textproto' && name === 'unknown-fields.mdl') continue;
        expect(isSame(bytes, due), name).toBe(true);
        if (isSame(due, file)) same++;
      }
      expect(same).toBeGreaterThanOrEqual(VALID.size - 8);
    },
  );

  it('are recognised as their format by their text', async () => {
    for (const [name, file] of VALID) {
      for (const format of TEXT_FORMS) {
        const { text } = await dumped(file, { format, bytes: 'hex' });
        expect((await assemble(text)).format, name).toBe(format);
      }
    }
  });

  it('are framed on request', async () => {
    const { text } = await dumped(VALID.get('framed-v3-message-checksum.hef') as Uint8Array, {
      bytes: 'hex',
    });
    const bare = await assemble(text, { framing: 'bare' });
    expect(bare.pieces).toEqual([bare.message]);
    for (const framing of [0, 1, 2, 3] as const) {
      const framed = wholeOf(await assemble(text, { framing }));
      const report = await validate(memorySource(framed), { checksum: true });
      expect(report.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
      expect(report.container).toMatchObject({ framing: 'framed', version: framing, checksum: 'verified' });
    }
    const words = await dumped(VALID.get('framed-v1-words.hef') as Uint8Array, { bytes: 'hex' });
    await expect(assemble(words.text, { framing: 'bare' })).rejects.toMatchObject({
      code: 'text-frame-invalid',
    });
  });
});

describe('invalid files', () => {
  it('keep their readable part, including false headers, or are refused', async () => {
    let same = 0;
    for (const [i, [name, file]] of [...corpus('invalid')].entries()) {
      const form = FORMS[i % FORMS.length] as (typeof FORMS)[number];
      // For a text of one megabyte, the YAML library takes a second.
      if (file.length > 50_000 && form.format === 'yaml') continue;
      try {
        const { bytes, problems } = await again(file, form);
        if (problems.length === 0 && isSame(bytes, file)) same++;
      } catch (error) {
        if (!isProtomdlError(error))
          throw new Error(`${name}: ${error instanceof Error ? error.stack : error}`);
        expect(error.code, name).toMatch(/^(frame|text|message)-/);
      }
    }
    expect(same).toBeGreaterThan(30);
  });
});

describe('generated files', () => {
  it.each(TEXT_FORMS)('have the same bytes: %s', async (format) => {
    for (let seed = 0; seed < 12; seed++) {
      const file = await smithFile({ seed, preset: 'small', swarm: true });
      const { bytes } = await again(file, { format, bytes: seed % 2 === 0 ? 'base64' : 'file' });
      expect(isSame(bytes, file), `seed ${seed}`).toBe(true);
    }
  });

  it.each(TEXT_FORMS)('and mutants give the bytes that encoders write: %s', async (format) => {
    const base = await smithFile({ seed: 3, preset: 'small', framing: 'bare' });
    let compared = 0;
    for (let seed = 0; seed < (format === 'yaml' ? 16 : 40); seed++) {
      const { bytes: file } = await mutate(base, { seed, mutations: 1 + (seed % 3), framing: 'bare' });
      const due = await canonical(file, 'bare').catch(() => undefined);
      if (due === undefined) continue;
      const { bytes, problems, text } = await again(file, { format, bytes: 'hex', framing: 'bare' });
      expect(problems).toEqual([]);
      // Text format prints groups as messages, and NaNs without their bits.
      if (isLossy(text, format)) continue;
      expect(isSame(bytes, due), `seed ${seed}`).toBe(true);
      compared++;
    }
    expect(compared).toBeGreaterThan(5);
  });
});

function isLossy(text: string, format: string): boolean {
  return /\b(NaN|nan)\b/.test(text) || (format === 'textproto' && /^\s*\d+ \{/m.test(text));
}

describe('a text to assemble', () => {
  it.each(['json', 'textproto'] as const)('may come in pieces: %s', async (format) => {
    const { text } = await dumped(VALID.get('every-action.mdl') as Uint8Array, { format, bytes: 'hex' });
    const bytes = new TextEncoder().encode(text);
    const source: Source = {
      size: undefined,
      randomAccess: false,
      read: (offset, target) => {
        const piece = bytes.subarray(offset, offset + Math.min(target.length, 1 + (offset % 7000)));
        target.set(piece);
        return piece.length;
      },
      close: () => {},
    };
    const { message } = await assemble(source, { format });
    expect(isSame(message, (await assemble(text, { format })).message)).toBe(true);
  });

  it('of more than 512 MiB is refused before it is read, and a pipe as soon as it is too long', async () => {
    const most = 1 << 20;
    for (const size of [2 ** 29 + 1, undefined]) {
      let count = 0;
      const source: Source = {
        size,
        randomAccess: size !== undefined,
        read: (_, target) => {
          count += target.length;
          return target.length;
        },
        close: () => {},
      };
      const reading = size === undefined ? readText(source, most) : assemble(source);
      await expect(reading).rejects.toMatchObject({ code: 'source-too-large' });
      expect(count).toBe(size === undefined ? most + 1 : 0);
    }
  });

  it('may contain any string of JSON, with the same meaning', async () => {
    const json = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }).map((text) => JSON.stringify(text).slice(1, -1)),
      fc
        .string({ unit: 'grapheme', maxLength: 8 })
        .map((text) =>
          text.replace(/[\s\S]/g, (half) => `\\u${half.charCodeAt(0).toString(16).padStart(4, '0')}`),
        ),
      fc.constantFrom('\\\\', '\\/', 'a', '\\"'),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(json, { maxLength: 60 }), async (parts) => {
        const text = parts.join('');
        const meant = Buffer.from(JSON.parse(`"${text}"`));
        const expected = meant.length === 0 ? lenRecord(1, '') : lenRecord(1, lenRecord(3, meant));
        const { message } = await assemble(`{"header": {"sdkVersion": "${text}"}}`, { format: 'json' });
        expect(Buffer.compare(message, expected)).toBe(0);
      }),
    );
  });
});

const real = process.env.PROTOMDL_REAL_FILES;

describe.skipIf(real === undefined)('real files', () => {
  it.each(TEXT_FORMS)('that are complete have the same bytes: %s', { timeout: 60_000 }, async (format) => {
    let same = 0;
    for (const [name, file] of filesOf(real as string)) {
      if (file.length > 1_500_000 && format === 'yaml') continue;
      const { bytes, problems } = await again(file, { format, bytes: 'base64' });
      if (problems.length > 0) continue;
      expect(isSame(bytes, file), name).toBe(true);
      same++;
    }
    expect(same).toBeGreaterThan(3);
  });
});

it.each([
  ['flow', `header: ${'['.repeat(20_000)}${']'.repeat(20_000)}`],
  ['lists in one line', `header: ${'['.repeat(200_000)}`],
  ['maps in one line', '{a: '.repeat(100_000)],
  ['items in one line', `${'- '.repeat(100_000)}a`],
  ['keys in one line', '? '.repeat(100_000)],
  ['block', Array.from({ length: 3000 }, (_, level) => `${' '.repeat(level)}a:\n`).join('')],
])('reports YAML that is nested too deeply: %s', async (_, text) => {
  await expect(assemble(text, { format: 'yaml' })).rejects.toThrow(/^\d+:\d+: it is nested too deeply/);
});

it.each([90, 98, 99, 100])(
  'unknown fields are shown with at most the levels that can be read back: in level %d',
  async (levels) => {
    // Unknown bytes that could be nested messages, in
    // `network_groups[0].contexts[0].metadata.edge_layers[0]`, below as many `layer_mux.predecessors[0]` as
    // are needed for the level.
    let file = lenRecord(99, lenRecord(99, lenRecord(99, '')));
    for (let level = levels - 1; level >= 0; level--)
      file = lenRecord([2, 3, 3, 2, 4][level] ?? (level % 2 === 0 ? 2 : 5), file);
    const { text, problems } = await dumped(file, { format: 'textproto', framing: 'bare' });
    expect(problems).toEqual([]);
    expect(wholeOf(await assemble(text, { format: 'textproto', framing: 'bare' }))).toEqual(file);
  },
);

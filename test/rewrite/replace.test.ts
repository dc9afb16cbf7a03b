import { describe, expect, it } from 'vitest';
import { smithFile } from '../../src/attack/smith/smith.js';
import { TYPE_BYTES, TYPE_MESSAGE } from '../../src/base/schema/table.js';
import { memorySource } from '../../src/base/source/memory.js';
import { validate } from '../../src/check/validate/validate.js';
import { encodeTree } from '../../src/read/tree/encode.js';
import { parseTree } from '../../src/read/tree/parse.js';
import { pathOf } from '../../src/read/tree/place.js';
import { walkTree } from '../../src/read/tree/walk.js';
import { extract } from '../../src/tools/rewrite/extract.js';
import { replace } from '../../src/tools/rewrite/replace.js';
import { VALID } from './corpus-files.js';
import { distant, reencoded, written } from './rewritten.js';

const SMALL = VALID.filter(({ bytes }) => bytes.length < 4000);
/** Together, these files have every kind of field in every encoding. */
const VARIED = /(two-contexts|split-messages|smallest|unknown|nms|mux)[a-z-]*\.mdl$/;

async function extracted(bytes: Uint8Array, selector: string) {
  const extraction = await extract(distant(bytes), { selector });
  return { text: extraction.text, content: await written(extraction) };
}

async function replaced(bytes: Uint8Array, selector: string, by: Uint8Array | string): Promise<Uint8Array> {
  const value = typeof by === 'string' ? { value: by } : { bytes: memorySource(by) };
  return written(await replace(distant(bytes), { selector, by: value }));
}

function paths(bytes: Uint8Array) {
  return [...walkTree(parseTree(bytes))].flatMap((record) =>
    record.field === undefined ? [] : [{ path: pathOf(record), record, field: record.field }],
  );
}

describe('replace and extract', () => {
  it.each(SMALL.filter(({ name }) => VARIED.test(name)))(
    'of every field of $name: replacing a value by itself changes nothing',
    async ({ bytes }) => {
      const all = paths(bytes);
      expect(all.length).toBeGreaterThan(3);
      // If a file has hundreds of records, one record of each kind of field is tested.
      const seen = new Map<number, number>();
      for (const { path, field } of all) {
        const count = seen.get(field.number * 32 + field.type) ?? 0;
        seen.set(field.number * 32 + field.type, count + 1);
        if (count > 1) continue;
        const { text, content } = await extracted(bytes, path);
        const isText = field.type !== TYPE_MESSAGE && field.type !== TYPE_BYTES;
        const back = isText ? await replaced(bytes, path, text ?? '') : await replaced(bytes, path, content);
        expect(reencoded(back), path).toEqual(reencoded(bytes));
      }
    },
  );

  it('corrects all lengths around the value, and the frame', async () => {
    const bytes = await smithFile({ seed: 8, preset: 'small', contexts: 2, framing: 3, words: true });
    const path = 'network_groups[0].contexts[0].metadata.name';
    for (const name of ['', 'x', 'long '.repeat(60), 'longer '.repeat(5000)]) {
      const made = await replaced(bytes, path, name);
      expect((await extracted(made, path)).text).toBe(name);
      const { container, diagnostics } = await validate(memorySource(made));
      expect(container.checksum).toBe('verified');
      expect(diagnostics.filter(({ code }) => /^(wire|frame)-/.test(code))).toEqual([]);
    }
  });

  it('changes nothing else', async () => {
    const { bytes } = SMALL.find(({ name }) => name.endsWith('two-contexts.mdl')) as (typeof SMALL)[number];
    const made = await replaced(
      bytes,
      'network_groups[0].contexts[1].metadata.name',
      'a name of another length',
    );
    const tree = parseTree(bytes);
    const other = parseTree(made);
    const texts = (of: typeof tree): string[] =>
      [...walkTree(of)]
        .filter(({ holdsMessage }) => !holdsMessage)
        .map((record) => {
          const { payload } = record;
          const value =
            payload.kind === 'bytes'
              ? Buffer.from(payload.bytes).toString('hex')
              : 'bits' in payload
                ? payload.bits
                : '';
          return `${pathOf(record)} ${value}`;
        });
    const before = new Set(texts(tree));
    expect(texts(other).filter((text) => !before.has(text))).toEqual([
      `network_groups[0].contexts[1].metadata.name ${Buffer.from('a name of another length').toString('hex')}`,
    ]);
    expect(encodeTree(other)).toEqual(made);
  });

  it('replaces every place of a selector with wildcards', async () => {
    const { bytes } = SMALL.find(({ name }) => name.endsWith('two-contexts.mdl')) as (typeof SMALL)[number];
    const made = await replaced(bytes, 'network_groups[*].contexts[*].context_index', '300');
    const found = paths(made).filter(({ path }) => path.endsWith('.context_index') && !path.includes('edge'));
    expect(found.length).toBeGreaterThan(0);
    for (const { record } of found) {
      expect('bits' in record.payload && record.payload.bits).toBe(300n);
    }
  });

  it('adds a missing field to an existing message', async () => {
    const { bytes } = SMALL.find(({ name }) => name.endsWith('smallest.mdl')) as (typeof SMALL)[number];
    const path = 'network_groups[0].networks_names[0]';
    const had = (
      await extract(memorySource(bytes), { selector: 'network_groups[0].networks_names' }).catch(
        () => undefined,
      )
    )?.path;
    const next = had === undefined ? path : 'network_groups[0].networks_names[1]';
    const result = await replace(memorySource(bytes), { selector: next, by: { value: 'added' } });
    expect(result).toMatchObject({ isAdded: true, paths: [next] });
    const made = await written(result);
    expect((await extracted(made, next)).text).toBe('added');
    expect(() => reencoded(made)).not.toThrow();
    await expect(replaced(bytes, 'network_groups[0].networks_names[7]', 'x')).rejects.toMatchObject({
      code: 'replace-nothing',
    });
    await expect(replaced(bytes, 'network_groups[9].networks_names[0]', 'x')).rejects.toMatchObject({
      code: 'replace-nothing',
    });
  });

  it('refuses invalid values', async () => {
    const { bytes } = SMALL.find(({ name }) => name.endsWith('two-contexts.mdl')) as (typeof SMALL)[number];
    for (const [path, value] of [
      ['header.timestamp', '-1'],
      ['header.timestamp', '18446744073709551616'],
      ['header.timestamp', 'soon'],
      ['header.hw_arch', 'NO_SUCH'],
      ['network_groups[0].network_group_metadata.transposed_net', 'perhaps'],
      ['network_groups[0]', 'text'],
      ['header.sdk_version', Uint8Array.of(0xff)],
      ['header', Uint8Array.of(0x0f)],
      ['header.timestamp', Uint8Array.of(1)],
    ] as const) {
      await expect(replaced(bytes, path, value), path).rejects.toMatchObject({ code: 'replace-value' });
    }
  });

  it('reports a path that matches several places or none', async () => {
    const { bytes } = SMALL.find(({ name }) => name.endsWith('two-contexts.mdl')) as (typeof SMALL)[number];
    await expect(extracted(bytes, 'network_groups[0].contexts')).rejects.toMatchObject({
      code: 'extract-ambiguous',
    });
    await expect(extracted(bytes, 'network_groups[7]')).rejects.toMatchObject({ code: 'extract-nothing' });
    await expect(extract(memorySource(bytes), { section: 'ccws' })).rejects.toMatchObject({
      code: 'extract-nothing',
    });
    await expect(extract(memorySource(bytes), { resource: 'x' })).rejects.toMatchObject({
      code: 'extract-nothing',
    });
    await expect(extracted(bytes, 'no_such')).rejects.toMatchObject({ code: 'selector-invalid' });
  });

  it('accepts the bytes of a section as a replacement', async () => {
    const bytes = await smithFile({ seed: 8, preset: 'small', contexts: 2, framing: 3, words: true });
    const names = ['header', 'message', 'padding', 'ccws', 'additional-info'] as const;
    const parts: Uint8Array[] = [];
    for (const section of names) {
      const part = await extract(distant(bytes), { section }).catch(() => undefined);
      if (part !== undefined) parts.push(await written(part));
    }
    expect(parts.length).toBeGreaterThan(3);
    expect(Buffer.concat(parts).equals(bytes)).toBe(true);
  });
});

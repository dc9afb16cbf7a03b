/** Facts about a part besides its value. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { memorySource } from '../../src/base/source/memory.js';
import { partFacts } from '../../src/page/views/structure/detail-facts.js';
import { asciiText, groupsOf, lightOf, spacedHex } from '../../src/page/views/structure/hex-text.js';
import { canSave, extractCommand, savedName } from '../../src/page/views/structure/saved-value.js';
import { Inspector } from '../../src/show/inspect/inspector.js';
import type { Part } from '../../src/show/inspect/part.js';

const corpus = (name: string): Buffer => readFileSync(new URL(`../../corpus/${name}`, import.meta.url));

async function partAt(name: string, path: string): Promise<[Inspector, Part]> {
  const inspector = await Inspector.open(memorySource(corpus(name)));
  const part = (await inspector.find(path)).parts.at(-1) as Part;
  expect(part.path).toBe(path);
  return [inspector, part];
}

describe('the facts about a part', () => {
  it('are its declaration in the schema, and the bytes of its record', async () => {
    const [inspector, part] = await partAt('valid/one-context.mdl', 'header.sdk_version');
    const facts = Object.fromEntries(
      partFacts(await inspector.detail(part)).map(({ name, text }) => [name, text]),
    );
    expect(facts).toMatchObject({
      declared: 'string sdk_version = 3',
      'field of': 'ProtoMDLHeader',
      'wire type': 'LEN (2)',
      tag: '1a',
    });
    const { offset, length } = part;
    const hex = (value: number): string => `0x${value.toString(16)}`;
    expect(facts.bytes).toBe(
      `${hex(offset)} to ${hex(offset + length)} (${offset} to ${offset + length}), ${length} bytes`,
    );
    expect(facts.length).toBe(
      `${corpus('valid/one-context.mdl')
        .subarray(offset + 1, offset + 2)
        .toString('hex')} (${part.valueLength})`,
    );
  });

  it('include the oneof', async () => {
    const [inspector, part] = await partAt(
      'valid/one-context.mdl',
      'network_groups[0].contexts[0].operations[0].trigger',
    );
    const { parts } = await inspector.children(part, 0, 10);
    const member = parts.find(({ label }) => label.startsWith('trigger_')) as Part;
    const facts = partFacts(await inspector.detail(member));
    expect(facts).toContainEqual({ name: 'member of', text: 'oneof trigger' });
  });

  it('are in order, and those that do not apply are left out', async () => {
    const [inspector, part] = await partAt('valid/one-context.mdl', 'header.sdk_version');
    const detail = await inspector.detail(part);
    const field = { ...detail.field!, since: null, oneof: null, isRepeated: false };
    const none = { tag: null, lengthBytes: null, wireType: null, isNonMinimal: false, valueSince: null };
    const whole = { ...part, offset: 16, length: 2, valueOffset: 16, valueLength: 2 };
    const place = '0x10 to 0x12 (16 to 18), 2 bytes';
    const lines = (more: object) =>
      partFacts({ ...detail, ...none, field, part: whole, ...more } as never).map(
        ({ name, text }) => `${name}: ${text}`,
      );
    expect(lines({})).toEqual([
      'declared: string sdk_version = 3',
      'field of: ProtoMDLHeader',
      `bytes: ${place}`,
    ]);
    expect(
      lines({
        field: { ...field, isRepeated: true, since: '4.20.0', oneof: 'one' },
        valueSince: '5.0.0',
        wireType: 'LEN',
        part: { ...whole, wireType: 2, valueOffset: 17, valueLength: 1 },
        tag: '8a01',
        lengthBytes: '8100',
        isNonMinimal: true,
      }),
    ).toEqual([
      'declared: repeated string sdk_version = 3',
      'field of: ProtoMDLHeader',
      'member of: oneof one',
      'since: release 4.20.0',
      'value since: release 5.0.0',
      'wire type: LEN (2)',
      'tag: 8a 01',
      'length: 81 00 (1)',
      'encoding: longer than necessary',
      `bytes: ${place}`,
      'value: 0x11 to 0x12 (17 to 18), 1 byte',
    ]);
    expect(lines({ field: null, part: { ...whole, number: null, kind: 'header' } })[0]).toBe('kind: header');
    // A value has its own line if its offset or its length differs from the record.
    expect(lines({ part: { ...whole, valueOffset: 18 } }).at(-1)).toMatch(/^value: 0x12/);
    expect(lines({ part: { ...whole, valueLength: 1 } }).at(-1)).toMatch(/^value: 0x10 to 0x11/);
  });

  it('mark unknown fields', async () => {
    const bytes = Uint8Array.of(0x0a, 0x02, 0x38, 0x05);
    const inspector = await Inspector.open(memorySource(bytes));
    const part = (await inspector.at(3)).parts.at(-1) as Part;
    const facts = partFacts(await inspector.detail(part));
    expect(facts[0]).toEqual({ name: 'declared', text: 'no: field 7 is unknown' });
  });
});

describe('a value', () => {
  const file = { blob: new Blob([]) as File };

  it('can be saved from a file whatever its size, and from a server within the limit of memory', async () => {
    const [, part] = await partAt('valid/one-context.mdl', 'header.sdk_version');
    const large = { ...part, valueLength: 2 ** 31 };
    expect(canSave(large, file)).toBe(true);
    expect(canSave(large, { url: 'http://localhost/x' })).toBe(false);
    expect(canSave(part, { url: 'http://localhost/x' })).toBe(true);
    expect(canSave({ ...part, valueLength: 0 }, file)).toBe(false);
    const most = 64 * 1024 * 1024;
    const isSaved = (valueLength: number) => canSave({ ...part, valueLength }, { url: 'http://localhost/x' });
    expect([isSaved(most), isSaved(most + 1)]).toEqual([true, false]);
  });

  it('gets a file name that names its origin and is valid on any system', async () => {
    const [, part] = await partAt('valid/one-context.mdl', 'header.sdk_version');
    expect(savedName(part, 'my model.hef')).toBe('my_model.header.sdk_version.bin');
    expect(savedName(part, '../../<b>\u202e.mdl')).toMatch(/^[\w.[\]#-]+$/);
    expect(savedName({ ...part, path: 'x'.repeat(1000) }, 'a.mdl').length).toBeLessThanOrEqual(200);
  });

  it('is extracted by a command, whatever the name of the file is', async () => {
    const [, part] = await partAt('valid/one-context.mdl', 'header.sdk_version');
    expect(extractCommand(part, "it's.mdl")).toBe(
      `protomdl extract 'it'\\''s.mdl' 'header.sdk_version' -o value.bin`,
    );
  });
});

describe('bytes as text', () => {
  it('are digits, and characters if these are printable', () => {
    expect(spacedHex(Uint8Array.of(0, 10, 255))).toBe('00 0a ff');
    expect(groupsOf('00112233445566')).toBe('00112233 445566');
    expect(groupsOf('00112233')).toBe('00112233');
    expect([0x1f, 0x20, 0x41, 0x7e, 0x7f, 0xff].map(asciiText)).toEqual(['·', ' ', 'A', '~', '·', '·']);
  });

  it('are highlighted as the value of the selection, or as the rest of its record', async () => {
    const [, part] = await partAt('valid/one-context.mdl', 'header.sdk_version');
    const lights = Array.from({ length: part.length + 2 }, (_, at) => lightOf(part, part.offset - 1 + at));
    expect(lights).toEqual([
      null,
      'record',
      'record',
      ...new Array<string>(part.valueLength).fill('value'),
      null,
    ]);
    expect(lightOf(null, 5)).toBeNull();
  });
});

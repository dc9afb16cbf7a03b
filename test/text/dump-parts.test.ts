/** Dumps of parts of a file, and of its operations or actions, equal the same parts of the whole dump. */
import { describe, expect, it } from 'vitest';
import type { Source } from '../../src/base/source/source.js';
import type { DumpOptions } from '../../src/tools/text/dump.js';
import { everyTables } from '../model/schemas.js';
import { dumped, len } from './dumped.js';
import { filesOf, specimen } from './specimens.js';

describe('a part', () => {
  const bytes = specimen('valid/two-contexts.mdl');
  const part = async (select: string, options: DumpOptions = {}) => dumped(bytes, { select, ...options });

  it('equals the same part of the whole dump', async () => {
    const whole = JSON.parse((await dumped(bytes)).text);
    const [group] = whole.networkGroups;
    expect(JSON.parse((await part('network_groups[0].contexts[1]')).text)).toEqual(group.contexts[1]);
    expect(JSON.parse((await part('network_groups[0].contexts')).text)).toEqual(group.contexts);
    expect(JSON.parse((await part('header.timestamp')).text)).toBe(whole.header.timestamp);
    expect(JSON.parse((await part('header.sdk_version')).text)).toBe(whole.header.sdkVersion);
    expect(JSON.parse((await part('header.hw_arch')).text)).toBe(whole.header.hwArch);
  });

  it('is the same singular message, however many records it has', async () => {
    const split = new Uint8Array([...len(1, [0x10, 1]), ...len(2, []), ...len(1, [0x20, 2])]);
    const { text, matches } = await dumped(split, { select: 'header', framing: 'bare' });
    expect(JSON.parse(text)).toEqual({ timestamp: '1', version: '2' });
    expect(matches).toBe(1);
  });

  it('is one document for each match in YAML and textproto', async () => {
    const yaml = await part('network_groups[0].contexts[*].metadata.edge_layers[0].layer_info.name', {
      format: 'yaml',
    });
    expect(
      yaml.text.match(
        /^# network_groups\[0\]\.contexts\[\d\]\.metadata\.edge_layers\[0\]\.layer_info\.name$/gm,
      ),
    ).toHaveLength(2);
    expect(yaml.text.match(/^---$/gm)).toHaveLength(1);
    expect((await part('header.version', { format: 'textproto' })).text).toMatch(
      /^# header\.version\n\d+\n$/,
    );
  });

  it('of a file that does not fit in memory is read without the rest', async () => {
    const header = len(1, [0x20, 7]);
    const blob = (1 << 30) + 5;
    const head = Uint8Array.from([...header, 0x1a, 0x85, 0x80, 0x80, 0x80, 0x04]);
    let read = 0;
    const source: Source = {
      size: head.length + blob,
      randomAccess: true,
      read(offset, target) {
        const count = Math.min(target.length, head.length + blob - offset);
        target.fill(0, 0, count).set(head.subarray(offset, offset + count));
        read += count;
        return count;
      },
      close() {},
    };
    const { text, matches } = await dumped(source, { select: 'header.version', framing: 'bare' });
    expect([JSON.parse(text), matches]).toEqual(['7', 1]);
    expect(read).toBeLessThan(1 << 24);
  });

  it('may be an unknown group, even without an end', async () => {
    for (const [rest, codes] of [
      [[0xac, 0x06], []],
      [[], ['wire-truncated']],
      [[0x0f], ['wire-invalid-type']],
    ] as const) {
      const group = Uint8Array.from([0xab, 0x06, 0x08, 7, ...rest]);
      const options: DumpOptions = { select: '#101', format: 'textproto', framing: 'bare' };
      const { text, problems } = await dumped(group, options);
      expect(text).toBe('# #101\n101 {\n  1: 7\n}\n');
      expect(problems.map(({ code }) => code)).toEqual(codes);
    }
  });

  it('reports errors at their places in the whole file', async () => {
    const context = len(3, len(3, len(1, [0x61, 0xff])));
    const file = new Uint8Array([...len(2, []), ...len(2, [...len(3, []), ...context])]);
    const { problems } = await dumped(file, { select: 'network_groups[1].contexts[1]', framing: 'bare' });
    const whole = await dumped(file, { framing: 'bare' });
    expect(problems).toEqual(whole.problems);
    expect(problems.map(({ path }) => path)).toEqual(['network_groups[1].contexts[1].metadata.name']);
  });

  it('may be empty', async () => {
    expect(await part('network_groups[7]')).toMatchObject({ text: '', matches: 0 });
  });
});

describe('lines', () => {
  it('are operations or actions, with their paths', async () => {
    for (const name of filesOf('valid')) {
      const bytes = specimen(name);
      const { frame } = { frame: bytes[0] === 1 };
      for (const per of ['operation', 'action'] as const) {
        const { text, matches } = await dumped(bytes, { format: 'ndjson', per });
        const lines = text.split('\n').slice(0, -1);
        expect(lines).toHaveLength(matches);
        for (const line of lines.slice(0, 5).concat(lines.slice(-5))) {
          const { path, offset, length, [per]: message, ...rest } = JSON.parse(line);
          expect(rest).toEqual({});
          expect(offset + length).toBeLessThanOrEqual(bytes.length);
          if (/reverse|split|overlong/.test(name)) continue;
          const one = await dumped(bytes, { select: path });
          expect([name, frame, path, JSON.parse(one.text)]).toEqual([name, frame, path, message]);
        }
      }
    }
  });

  it('are possible for the model format only', async () => {
    const lines = dumped(new Uint8Array(0), { format: 'ndjson', framing: 'bare', schema: everyTables });
    await expect(lines).rejects.toThrow('the schema has no ProtoMDLOperation');
  });

  it('of a part are the lines inside the part', async () => {
    const bytes = specimen('valid/two-contexts.mdl');
    const all = (await dumped(bytes, { format: 'ndjson' })).text.split('\n');
    const some = await dumped(bytes, { format: 'ndjson', select: 'network_groups[0].contexts[1]' });
    expect(some.text.split('\n').slice(0, -1)).toEqual(all.filter((line) => line.includes('contexts[1]')));
    expect(some.matches).toBeGreaterThan(1);
  });
});

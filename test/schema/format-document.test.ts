import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fromBinary, toJson } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import { ProtoMDLMdlSchema } from '../../src/generated/mdl_pb.js';

const document = readFileSync(new URL('../../docs/format.md', import.meta.url), 'utf8');

/** Returns the bytes of the example, which has lines of an offset and up to 16 bytes. */
function exampleBytes(): Buffer {
  const block = /```hex\n([\s\S]*?)```/.exec(document)![1]!;
  return Buffer.from(block.replace(/^[0-9a-f]{4} {2}/gm, '').replace(/\s/g, ''), 'hex');
}

describe('docs/format.md', () => {
  const bytes = exampleBytes();

  it('has an example with a correct frame', () => {
    expect(bytes.readUInt32BE(0)).toBe(0x01484546);
    expect(bytes.readUInt32BE(4)).toBe(0);
    expect(bytes.readUInt32BE(8)).toBe(bytes.length - 32);
    expect(createHash('md5').update(bytes.subarray(32)).digest()).toEqual(bytes.subarray(16, 32));
  });

  it('has an example that protobuf’s own codec reads as described', () => {
    expect(toJson(ProtoMDLMdlSchema, fromBinary(ProtoMDLMdlSchema, bytes.subarray(32)))).toEqual({
      header: { hwArch: 'PROTO__HW_ARCH__MERCURY', sdkVersion: '3.27.0', version: '3' },
      networkGroups: [
        {
          networkGroupMetadata: { networkGroupName: 'net' },
          contexts: [
            { operations: [{ trigger: { triggerNone: {} }, actions: [{ uniqueId: 7, none: {} }] }] },
          ],
        },
      ],
    });
  });

  it('explains the bytes at their offsets', () => {
    const rows = [...document.matchAll(/^\| `0x([0-9a-f]{2})` \| `([0-9a-f ]+?)(?: …[^`]*)?` \|/gm)];
    expect(rows.length).toBe(19);
    for (const [, offset, hex] of rows) {
      const wanted = Buffer.from(hex!.replaceAll(' ', ''), 'hex');
      const at = Number.parseInt(offset!, 16);
      expect(bytes.subarray(at, at + wanted.length), `at 0x${offset}`).toEqual(wanted);
    }
  });

  it('links only to headings that exist', () => {
    const anchors = new Set(
      [...document.matchAll(/^#+ (.*)$/gm)].map(([, title]) =>
        title!
          .toLowerCase()
          .replace(/[^a-z0-9 _-]/g, '')
          .replaceAll(' ', '-'),
      ),
    );
    for (const [, anchor] of document.matchAll(/\]\(#([^)]*)\)/g)) expect(anchors).toContain(anchor);
  });
});

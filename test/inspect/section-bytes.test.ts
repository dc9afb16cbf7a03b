/** Bytes outside of the message are shown as bytes of their section. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { detectFraming } from '../../src/base/container/detect.js';
import { sectionsOf } from '../../src/base/container/layout.js';
import { memorySource } from '../../src/base/source/memory.js';
import { Inspector } from '../../src/show/inspect/inspector.js';
import type { ByteClass } from '../../src/show/inspect/part.js';

const corpus = new URL('../../corpus/', import.meta.url);

async function classesOf(name: string): Promise<[Uint8Array, ByteClass[]]> {
  const bytes = readFileSync(new URL(name, corpus));
  const inspector = await Inspector.open(memorySource(bytes));
  const { runs } = await inspector.stretch(0, bytes.length);
  return [bytes, runs.flatMap((run) => new Array<ByteClass>(run.length).fill(run.class))];
}

describe('bytes of sections', () => {
  it.each(['valid/framed-v0.hef', 'valid/framed-v2.hef', 'valid/framed-v3-resources.hef'])(
    'have the classes of header, padding and sections in %s',
    async (name) => {
      const [bytes, classes] = await classesOf(name);
      const { frame } = detectFraming(bytes.subarray(0, 64), 'auto', bytes.length);
      if (frame === null) throw new Error(`${name} is not framed`);
      const sections = sectionsOf(frame, bytes.length).filter((section) => section.name !== 'message');
      expect(sections.length).toBeGreaterThan(0);
      for (const { name: section, offset, length } of sections) {
        const wanted = section === 'header' || section === 'padding' ? section : 'section';
        expect([section, ...new Set(classes.slice(offset, offset + length))]).toEqual([section, wanted]);
      }
    },
  );
});

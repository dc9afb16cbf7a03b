/** Addresses of parts in the page, and the parts that addresses select. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { memorySource } from '../../src/base/source/memory.js';
import { meantIn, placeOfPart } from '../../src/page/views/structure/place-of-part.js';
import { Inspector } from '../../src/show/inspect/inspector.js';

const FOLDERS = ['valid', 'invalid'].map((name) => new URL(`../../corpus/${name}/`, import.meta.url));

describe('the place of a part', () => {
  it.each(FOLDERS)('leads back to the part, for each part around any byte of %s', async (folder) => {
    for (const name of readdirSync(folder).filter((other) => other.endsWith('.mdl'))) {
      const bytes = readFileSync(new URL(name, folder));
      const inspector = await Inspector.open(memorySource(bytes));
      for (let offset = 0; offset < bytes.length; offset += Math.ceil(bytes.length / 10)) {
        const chain = await inspector.at(offset);
        chain.parts.forEach((part, depth) => {
          const { path, kind } = placeOfPart(part, offset);
          const meant = meantIn(chain, { path, offset, kind });
          // A packed list and its element have the same path; the address selects the element.
          const inner = chain.parts.findLastIndex((other) =>
            part.path === '' ? other.kind === part.kind : other.path === part.path,
          );
          expect(meant?.parts.length).toBe(inner + 1);
          expect(inner === depth || part.path !== '').toBe(true);
        });
      }
    }
  });

  it('is that of the innermost part at a byte, by default', async () => {
    const bytes = readFileSync(new URL('one-context.mdl', FOLDERS[0]));
    const inspector = await Inspector.open(memorySource(bytes));
    const chain = await inspector.at(bytes.length - 1);
    expect(meantIn(chain, { path: null, offset: null, kind: null })).toEqual(chain);
    expect(meantIn(chain, { path: 'no_such', offset: null, kind: null })).toBeUndefined();
  });
});

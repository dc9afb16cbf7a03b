import { expect, it } from 'vitest';
import { LAYOUTS } from '../../src/attack/smith/settings.js';
import { smithModel } from '../../src/attack/smith/smith.js';
import { everything, take } from './census.js';
import { FRAMINGS } from './seeds.js';

/** Fields that no valid model has, with the reasons. */
const IMPOSSIBLE = [
  // No release executes this action, so the validator reports an error.
  'ProtoMDLAction.write_compressed_data',
  'ProtoMDLActionWriteCompressedData',
  'ProtoMDLActionWriteCompressedData.address',
  'ProtoMDLActionWriteCompressedData.data',
  // Messages that no field refers to.
  'ProtoMDLActionSetDmaCompelte',
  'ProtoMDLActionWaitForDmaCompelte',
  // Loaders expect a tensor in place of an image that is part of a mux or of an image.
  'ProtoMdlEdge.layer_planes',
];
const HEADERS = { bare: 0, 0: 32, 1: 28, 2: 44, 3: 56 } as const;

it('a few hundred seeds cover everything that a valid model can have', async () => {
  const seen = new Set<string>();
  for (let seed = 0; seed < 320; seed++) {
    const framing = FRAMINGS[seed % FRAMINGS.length] ?? 'bare';
    const layout = LAYOUTS[seed % LAYOUTS.length] ?? 'classic';
    const uncommon = seed % 8 < 4;
    const rare = seed % 8 === 4 ? ({ with: ['test-architectures'] } as const) : {};
    // Several releases are needed, because no single release loads all these features.
    const model = smithModel({ seed, framing, layout, uncommon, preset: 'small', loadsOn: 'any', ...rare });
    const pieces: Uint8Array[] = [];
    await model.write((piece) => void pieces.push(piece.slice()));
    const header = HEADERS[framing];
    take(Buffer.concat(pieces).subarray(header, header + model.messageSize), seen);
  }
  const all = everything();
  expect(all.size).toBeGreaterThan(500);
  expect([...all].filter((part) => !seen.has(part)).sort()).toEqual([...IMPOSSIBLE].sort());
});

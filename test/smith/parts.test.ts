/**
 * Models for parts of a device, as compilers make them: each part has the same streams, and the lowest bitmap
 * comes first.
 */
import { fromBinary } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import type { SmithOptions } from '../../src/attack/smith/settings.js';
import { smithBytes, smithModel } from '../../src/attack/smith/smith.js';
import { PUBLISHED_RELEASES, type Release } from '../../src/base/diagnostics/releases.js';
import {
  type ProtoMDLCoreOp,
  ProtoMDLMdlSchema,
  type ProtoMDLNetworkGroup,
} from '../../src/generated/mdl_pb.js';

/** Enough seeds for rare choices to occur, whatever `PROTOMDL_RUNS` says. */
const SEEDS = Array.from({ length: 40 }, (_, seed) => seed);

type Holder = Pick<ProtoMDLCoreOp | ProtoMDLNetworkGroup, 'contexts'>;

/** Returns the parts of each group: bitmaps, and the edge layers of all contexts as text. */
function partsOf(options: SmithOptions) {
  const { networkGroups } = fromBinary(ProtoMDLMdlSchema, smithBytes(options));
  const textOf = ({ contexts }: Holder) =>
    JSON.stringify(
      contexts.flatMap(({ metadata }) => metadata?.edgeLayers ?? []),
      (_, value) => (typeof value === 'bigint' ? String(value) : value),
    );
  return networkGroups.map((group) => {
    const nodes = group.ops.flatMap(({ op }) => (op.case === 'coreOp' ? [op.value] : []));
    const bitmaps = group.partialNetworkGroups.map(
      ({ layout }) => layout?.partialClustersLayoutBitmap as number,
    );
    const ofNodes = nodes.flatMap(({ partialCoreOps }) => partialCoreOps);
    const parts =
      nodes.length > 0
        ? ofNodes.map(({ coreOp }) => textOf(coreOp as Holder))
        : group.partialNetworkGroups.map(({ networkGroup }) => textOf(networkGroup as Holder));
    const inner = ofNodes.map(({ layout }) => layout?.partialClustersLayoutBitmap as number);
    return { nodes: nodes.length, bitmaps, inner, parts };
  });
}

describe.each(['partial', 'ops-partial'] as const)('parts of layout %s', (layout) => {
  const all = SEEDS.map((seed) => partsOf({ seed, layout, preset: 'small', groups: 2 }));

  it('have the same streams', () => {
    let several = 0;
    for (const { parts } of all.flat()) {
      if (parts.length > 1) several++;
      expect(new Set(parts).size).toBe(1);
      expect(parts[0]?.length).toBeGreaterThan(100);
    }
    expect(several).toBeGreaterThan(10);
  });

  it('have ascending bitmaps, and the first bitmap is the same in all groups of a file', () => {
    for (const groups of all) {
      for (const { bitmaps, inner } of groups) {
        expect(bitmaps).toEqual([...new Set(bitmaps)].sort((a, b) => a - b));
        if (layout === 'ops-partial') expect(inner).toEqual(bitmaps);
        expect(bitmaps[0]).toBe(groups[0]?.bitmaps[0]);
      }
    }
  });

  it('belong to one node of a graph', () => {
    for (const { nodes } of all.flat()) expect(nodes).toBe(layout === 'partial' ? 0 : 1);
  });

  it('differ if uncommon models are requested', () => {
    const uncommon = SEEDS.flatMap((seed) =>
      partsOf({ seed, layout, preset: 'small', groups: 2, uncommon: true }),
    );
    expect(uncommon.some(({ parts }) => new Set(parts).size > 1)).toBe(true);
    expect(uncommon.some(({ bitmaps }) => bitmaps.some((bitmap, i) => bitmap <= (bitmaps[i - 1] ?? 0)))).toBe(
      true,
    );
  });
});

describe('the frame of a model for a release', () => {
  const OWN: Readonly<Record<Release, number>> = {
    '4.8.0': 0,
    '4.17.0': 0,
    '4.17.1': 0,
    '4.18.0': 1,
    '4.19.0': 1,
    '4.20.0': 2,
    '4.20.1': 2,
    '4.21.0': 3,
    '4.21.1': 3,
    '4.22.0': 3,
    '4.23.0': 3,
    '5.0.0': 3,
    '5.0.1': 3,
    '5.0.2': 3,
    '5.1.0': 3,
    '5.1.1': 3,
    '5.2.0': 3,
  };

  it.each(PUBLISHED_RELEASES)('is the frame of its tool chains: %s', (loadsOn) => {
    for (const seed of SEEDS) {
      expect(smithModel({ seed, loadsOn }).describe().framing).toBe(OWN[loadsOn]);
      expect(smithModel({ seed, loadsOn, preset: 'smallest' }).describe().framing).toBe(OWN[loadsOn]);
      expect(smithModel({ seed, loadsOn, framing: 'bare' }).describe().framing).toBe('bare');
    }
  });

  it('is random if no release is named', () => {
    expect(new Set(SEEDS.map((seed) => smithModel({ seed }).describe().framing)).size).toBe(5);
    expect(new Set(SEEDS.map((seed) => smithModel({ seed, loadsOn: 'any' }).describe().framing)).size).toBe(
      5,
    );
  });
});

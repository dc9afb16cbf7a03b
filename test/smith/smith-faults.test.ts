import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { faultCodes, smithInvalid } from '../../src/attack/smith/invalid.js';

/**
 * Only notices a change: the tests of each family decide which faults are right. After a wanted change, `npx vitest -u`
 * writes the new hashes, and old seeds make other faults.
 */
it('a fault is the same for the same seed on every machine', async () => {
  const hashes = new Map<string, ReturnType<typeof createHash>>();
  for (const code of faultCodes()) {
    const word = code.replace(/-.*/, '');
    const hash = hashes.get(word) ?? createHash('sha256');
    hashes.set(word, hash);
    const { bytes, findings, also } = await smithInvalid(code, { seed: 2, actions: 60 });
    hash.update(bytes).update(JSON.stringify([code, findings, also]));
  }
  const lines = [...hashes].map(([word, hash]) => `${hash.digest('hex').slice(0, 8)} ${word}`);
  expect(lines.join('\n')).toMatchInlineSnapshot(`
    "af24fb42 wire
    b267a63c message
    986ef992 string
    4e74f138 oneof
    27bbe9e2 unknown
    eab06831 frame
    b103d654 no
    179385f2 newer
    548b8e7d network
    1859e8c4 total
    fdbc7a59 header
    987e3c73 hw
    671799f6 extension
    d2ea2c57 extensions
    fe4fd69b included
    d84b1801 multi
    0215b259 group
    10407a2c bottleneck
    7d0b9534 context
    71818d02 too
    175a7483 core
    1a69187d cfg
    008f0dda networks
    8964cd31 sorted
    b6d5b9c6 boundary
    5ee9d3e2 vstream
    95289b87 original
    32855393 streams
    7edd908d dma
    53f446ad preliminary
    5efe5964 post
    82111eed trigger
    5d8944d2 action
    edc830eb edge
    122f0a7e mux
    45f68101 allow
    bbc05ba2 shmiglue
    60998477 connected
    1eb67b13 sys
    949acb3d ddr
    2a999e25 inter
    ade60e85 operation
    8e3f7d53 first
    d61f83ee cluster
    14970974 write
    ec0fbc9c wait
    c9f9f049 ccw
    ef501b4c lcu
    48eeb76c sequencer
    bc68c7fd initial
    8363226a enum
    e372c509 h2d
    ed967c63 nms
    37d47068 fused
    5085345c defused
    56dbc424 defuse"
  `);
});

import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { faultCodes, smithInvalid } from '../../src/attack/smith/invalid.js';

/** Hashes of the faults of all codes that begin with a word. If a hash changes, old seeds make other faults. */
const HASHES: Readonly<Record<string, string>> = {
  wire: '4fd9cf53',
  message: '8116d8f1',
  string: 'b2f0cfb7',
  oneof: '2bd1ac30',
  unknown: '306fa81f',
  frame: '7bcec6c6',
  no: 'cc57c8c6',
  newer: 'd13b0b8b',
  network: '1a8325fb',
  total: '92583b69',
  header: '16b2e313',
  hw: '2ce16324',
  extension: 'a0bd19eb',
  extensions: '2c8b07d3',
  included: 'e351753e',
  multi: '21f49597',
  group: '8c2e7c29',
  bottleneck: '350691db',
  context: '054e98c6',
  too: '258530a0',
  core: 'bd9fa956',
  cfg: '4e051b06',
  networks: '6f810a9d',
  sorted: 'd43e3540',
  boundary: '7226b47a',
  vstream: '78f4bf64',
  original: 'd11f2be6',
  streams: 'c6ad82a4',
  dma: 'cdeb4950',
  preliminary: '5ecd934c',
  post: '184d3a41',
  trigger: '2c46ef40',
  action: '1db17e17',
  edge: '2af0ef20',
  mux: 'bde845e2',
  allow: 'ee77d752',
  shmiglue: '773f8f6c',
  connected: '734bdabb',
  sys: '628bb9d3',
  ddr: '02b8f6f3',
  inter: '702f2b87',
  operation: '7a910a60',
  first: '97e451d4',
  cluster: 'f849d96b',
  write: 'c49abef7',
  wait: '2090718b',
  ccw: '4b459e64',
  lcu: 'cec60b36',
  sequencer: '91373826',
  initial: '52a9eed1',
  enum: 'aef6a24d',
  h2d: 'dfe7ee81',
  nms: 'c2b4f819',
  fused: 'fb80a1bb',
  defused: '719616ed',
  defuse: 'b95a95b9',
};

const words = [...new Set(faultCodes().map((code) => code.replace(/-.*/, '')))];

it.each(words)('a fault is the same for the same seed, everywhere and always: %s', async (word) => {
  const hash = createHash('sha256');
  for (const code of faultCodes().filter((one) => one.replace(/-.*/, '') === word)) {
    for (const seed of [1, 2]) {
      const { bytes, findings, also } = await smithInvalid(code, { seed, actions: 60 });
      hash.update(bytes).update(JSON.stringify([code, findings, also]));
    }
  }
  expect(hash.digest('hex').slice(0, 8)).toBe(HASHES[word]);
});

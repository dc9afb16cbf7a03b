import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { faultCodes, smithInvalid } from '../../src/attack/smith/invalid.js';

/** Hashes of the faults of all codes that begin with a word. If a hash changes, old seeds make other faults. */
const HASHES: Readonly<Record<string, string>> = {
  wire: 'af24fb42',
  message: 'b267a63c',
  string: '986ef992',
  oneof: '4e74f138',
  unknown: '27bbe9e2',
  frame: 'eab06831',
  no: 'b103d654',
  newer: '179385f2',
  network: '548b8e7d',
  total: '1859e8c4',
  header: 'fdbc7a59',
  hw: '987e3c73',
  extension: '671799f6',
  extensions: 'd2ea2c57',
  included: 'fe4fd69b',
  multi: 'd84b1801',
  group: '0215b259',
  bottleneck: '10407a2c',
  context: '7d0b9534',
  too: '71818d02',
  core: '175a7483',
  cfg: '1a69187d',
  networks: '008f0dda',
  sorted: '8964cd31',
  boundary: 'b6d5b9c6',
  vstream: '5ee9d3e2',
  original: '95289b87',
  streams: '32855393',
  dma: '7edd908d',
  preliminary: '53f446ad',
  post: '5efe5964',
  trigger: '82111eed',
  action: '5d8944d2',
  edge: 'edc830eb',
  mux: '122f0a7e',
  allow: '45f68101',
  shmiglue: 'bbc05ba2',
  connected: '60998477',
  sys: '1eb67b13',
  ddr: '949acb3d',
  inter: '2a999e25',
  operation: 'ade60e85',
  first: '8e3f7d53',
  cluster: 'd61f83ee',
  write: '14970974',
  wait: 'ec0fbc9c',
  ccw: 'c9f9f049',
  lcu: 'ef501b4c',
  sequencer: '48eeb76c',
  initial: 'bc68c7fd',
  enum: '8363226a',
  h2d: 'e372c509',
  nms: 'ed967c63',
  fused: '37d47068',
  defused: '5085345c',
  defuse: '56dbc424',
};

const words = [...new Set(faultCodes().map((code) => code.replace(/-.*/, '')))];

it.each(words)('a fault is the same for the same seed, everywhere and always: %s', async (word) => {
  const hash = createHash('sha256');
  for (const code of faultCodes().filter((one) => one.replace(/-.*/, '') === word)) {
    const { bytes, findings, also } = await smithInvalid(code, { seed: 2, actions: 60 });
    hash.update(bytes).update(JSON.stringify([code, findings, also]));
  }
  expect(hash.digest('hex').slice(0, 8)).toBe(HASHES[word]);
});

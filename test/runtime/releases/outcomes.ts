/**
 * Tables of verdicts, with a cell for each set of releases that behave alike. The cells were observed with
 * real loaders, and not copied from predictions.
 */
import { expect } from 'vitest';
import { type Change, spoiled } from '../../../scripts/corpus/faults.js';
import { type Frame, frame } from '../../../scripts/corpus/frame.js';
import type { Fields, Value } from '../../../scripts/corpus/notation.js';
import { PUBLISHED_RELEASES, type Release, releasesFrom } from '../../../src/base/diagnostics/releases.js';
import { memorySource } from '../../../src/base/source/memory.js';
import { nodeChecksums } from '../../../src/check/validate/node-checksums.js';
import { validate } from '../../../src/check/validate/validate.js';
import { bytesOf } from '../predicted.js';

/** Sets of releases that behave alike, in the order of the cells. */
const READINGS: readonly (readonly Release[])[] = [
  ['4.17.0', '4.17.1'],
  ['4.18.0'],
  ['4.19.0'],
  ['4.20.0', '4.20.1'],
  releasesFrom('4.21.0', '4.23.0'),
  ['5.0.0'],
  ['5.0.1', '5.0.2'],
  ['5.1.0', '5.1.1'],
  ['5.2.0'],
];

/** All releases except 4.8.0, which was not run. */
const RELEASES = PUBLISHED_RELEASES.slice(1);

/**
 * Nine cells for 4.17, 4.18, 4.19, 4.20, 4.21 to 4.23, 5.0.0, 5.0.1, 5.1 and 5.2; `=` repeats the previous
 * cell, and omitted cells repeat the last one. A cell is `ok`, a status of the load, or `crash`; `q61` and
 * `qcrash` are results of queries.
 */
export type Row = readonly [about: string, changes: readonly Change[], cells: string];

/** Releases from 4.21 on refuse every file without this extension. */
export const periph: Change = ['extensions', (list) => [...((list ?? []) as Value[]), { type_index: 26 }]];

export function modelOf(make: () => Fields, changes: readonly Change[]): Uint8Array {
  return bytesOf(spoiled(make, ...changes));
}

export async function framed(message: Uint8Array, plan: Frame): Promise<Uint8Array> {
  return (await frame(message, plan)).bytes;
}

export async function expectOutcomes(bytes: Uint8Array, cells: string): Promise<void> {
  const { runtime } = await validate(memorySource(bytes), { runtimes: RELEASES, checksums: nodeChecksums });
  const found = RELEASES.map((release) => {
    const { verdict, stage, status } = runtime?.[release] ?? {};
    const ending = verdict === 'rejects' ? status : verdict === 'crashes' ? 'crash' : verdict;
    return `${release} ${stage === null ? 'ok' : `${stage === 'query' ? 'q' : ''}${ending}`}`;
  });
  expect(found).toEqual(expectedOf(cells));
}

function expectedOf(cells: string): readonly string[] {
  let before = '';
  const given = cells.split(/\s+/);
  return READINGS.flatMap((releases, index) => {
    const cell = given[index] ?? '=';
    before = cell === '=' ? before : cell;
    return releases.map((release) => `${release} ${before}`);
  });
}

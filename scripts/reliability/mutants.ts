/**
 * Compares verdicts about mutants with those of libprotobuf, the library of `protoc --decode`: messages of
 * the corpus and of `smith` are mutated as `protomdl mutate` does, and the validator and libprotobuf must
 * agree on each mutant.
 *
 *   tsx scripts/reliability/mutants.ts [--count N] [--seed N] [--write]
 */
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { corpusOf } from '../../fuzz/seeds.js';
import { wireLibprotobuf } from '../../fuzz/targets/wire-libprotobuf.js';
import { mutantMaker } from '../../src/attack/mutate/mutate.js';
import { smithBytes } from '../../src/attack/smith/smith.js';
import { openLibprotobuf } from '../../test/native/accept.js';
import { putTable } from './table.js';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '20000' },
    seed: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
const count = Number(values.count);
const seed = values.seed === undefined ? randomInt(2 ** 31) : Number(values.seed);
/** Larger files would only repeat the structure of smaller files, and take most of the time. */
const MOST_BYTES = 1 << 16;
const MADE = 50;

const made = Array.from({ length: MADE }, (_, at) =>
  smithBytes({ seed: seed + at, preset: 'small', framing: 'bare' }),
);
const bases = [...corpusOf('message'), ...made].filter(({ length }) => length > 0 && length <= MOST_BYTES);
const [ours, theirs] = [await wireLibprotobuf.open(), await openLibprotobuf()];
if ('absent' in ours) throw new Error(ours.absent);
if (ours.runAll === undefined || theirs === undefined) throw new Error('no libprotobuf to compare with');

let [accepted, refused] = [0, 0];
const disagreements: string[] = [];
const began = performance.now();
let done = 0;
for (const [at, base] of bases.entries()) {
  const wanted = Math.floor((count * (at + 1)) / bases.length) - Math.floor((count * at) / bases.length);
  const maker = await mutantMaker(base, { framing: 'bare' });
  const mutants: Uint8Array[] = [];
  for (let nth = 0; nth < wanted; nth++) {
    const { bytes } = await maker.make({ seed: (seed + done + nth) >>> 0, mutations: 1 + (nth % 4) });
    mutants.push(bytes);
  }
  done += wanted;
  const answers = await theirs.acceptsAll(mutants);
  const outcomes = await ours.runAll(mutants, () => {});
  for (const [nth, outcome] of outcomes.entries()) {
    if ('failure' in outcome) disagreements.push(`base ${at}, mutant ${nth}: ${outcome.failure}`);
    else if (answers[nth]) accepted++;
    else refused++;
  }
}
await ours.close?.();
await theirs.close();

const n = (value: number): string => value.toLocaleString('en');
const text =
  `${n(done)} mutants of ${n(bases.length)} messages, from seed ${seed}: libprotobuf, the library of\n` +
  `\`protoc --decode\`, and the scanner both accept ${n(accepted)}, both refuse ${n(refused)}, and disagree on ` +
  `${n(disagreements.length)}.`;
console.log(`${text}\n${((performance.now() - began) / 1000).toFixed(0)} s`);
for (const line of disagreements.slice(0, 20)) console.log(line);
if (values.write) putTable('mutants', text);
process.exitCode = disagreements.length === 0 ? 0 : 1;

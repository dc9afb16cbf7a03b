import { type MutationLog, parseMutationLog } from '../../src/attack/mutate/log.js';
import { mutate, replayMutations } from '../../src/attack/mutate/mutate.js';
import { isProtomdlError } from '../../src/base/diagnostics/error.js';
import { Random } from '../../test/kernel/random.js';
import { corpusOf } from '../seeds.js';
import { agree, Disagreement, type Target } from '../target.js';

/** Limit in bytes by which a mutant may be longer than its base. */
const GROWTH = 20_000;

const DONORS = corpusOf('file').filter(({ length }) => length < 2000);

export const mutateReplay: Target = {
  name: 'mutate-replay',
  about: 'any bytes can be mutated; a replayed log makes the same bytes, and a modified log is refused',
  shape: 'file',
  prefix: 4,
  covers: /\/src\/\w+\/(mutate|tree|container|wire)\//,
  async open() {
    return {
      async run(input) {
        const [low = 0, high = 0, choice = 0, donor = 0] = input;
        const file = input.slice(4);
        const maxSize = file.length + GROWTH;
        const { bytes, log } = await mutate(file, {
          seed: low + 256 * high,
          mutations: 1 + (choice & 7),
          keepChecksum: (choice & 8) !== 0,
          splice: [DONORS[donor % DONORS.length]!],
          maxSize,
        });
        if (bytes.length > maxSize) throw new Disagreement('size', `${bytes.length} of ${maxSize}`);
        const text = JSON.stringify(log);
        agree('replayed', await replayMutations(file, parseMutationLog(text)), bytes);
        if ((choice & 48) === 0) await replayTampered(file, text, new Random(1 + low + 256 * high));
        return log.entries.map(({ mutator, path }) => `${mutator} ${path.replace(/\[\d+\]|\d+/g, '')}`);
      },
    };
  },
};

/** Checks that a log with any numbers produces bytes, or an error of the library. */
async function replayTampered(file: Uint8Array, text: string, random: Random): Promise<void> {
  const values = [
    '-1',
    '0',
    '1',
    '7',
    '255',
    '65536',
    '4294967296',
    '9007199254740991',
    '1.5',
    '"x"',
    'null',
    '[]',
  ];
  const start = text.indexOf('"entries"');
  const head = text.slice(0, start);
  const tail = text
    .slice(start)
    .replace(/(?<=[:[,])(-?\d+|"[^"]*")(?=[\],}])/g, (value) =>
      random.chance(15) ? random.pick(values) : value,
    );
  try {
    const log: MutationLog = parseMutationLog(head + tail);
    await replayMutations(file, log);
  } catch (error) {
    if (!isProtomdlError(error)) throw error;
  }
}

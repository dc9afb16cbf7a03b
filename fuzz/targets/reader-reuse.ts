import { memorySource } from '../../src/base/source/memory.js';
import { streamSource } from '../../src/base/source/stream.js';
import { borrowReader } from '../../src/check/validate/reader.js';
import { ALL_PLACED, NONE_PLACED } from '../../src/check/validate/reference-fields.js';
import { validationPlan } from '../../src/check/validate/subscription.js';
import { arriving } from '../../test/source/bytes.js';
import { RULES_APART, reportOf } from '../reports.js';
import { corpusOf } from '../seeds.js';
import { agree, type Target } from '../target.js';

/**
 * Inputs for the reader before the compared input, which cause all kinds of failures; some inputs are cut in
 * the middle.
 */
const SPOILERS = corpusOf('file').filter(({ length }) => length < 5000);

/** Takes all readers from the stock, so that the next validation with these rules makes a new reader. */
function emptyStock(kernel: boolean): void {
  for (const placed of [NONE_PLACED, ALL_PLACED]) {
    borrowReader(validationPlan(placed, 'open', RULES_APART), kernel);
  }
}

export const readerReuse: Target = {
  name: 'reader-reuse',
  about: 'a reader that has read another file, or failed on it, makes the same report as a new reader',
  shape: 'file',
  prefix: 3,
  async open() {
    return {
      async run(input) {
        const [low = 0, high = 0, choice = 0] = input;
        const bytes = input.slice(3);
        const spoiler = SPOILERS[(low + 256 * high) % SPOILERS.length]!;
        const cut = choice & 4 ? spoiler.subarray(0, spoiler.length >> (choice & 3)) : spoiler;
        // Making a kernel takes longer than the other steps.
        const kernel = choice >> 4 === 15;
        const options = { kernel, maxPerCode: 5 };
        emptyStock(kernel);
        const fresh = await reportOf(memorySource(bytes), { ...options, rules: RULES_APART });
        await reportOf(memorySource(cut), options);
        agree('after another', await reportOf(memorySource(bytes), options), fresh);
        agree('after itself', await reportOf(memorySource(bytes), options), fresh);
        if ((choice & 8) === 0) return undefined;
        // Two validations at once take turns on one thread, and must not disturb each other.
        const [first] = await Promise.all([
          reportOf(streamSource(arriving(bytes, 50)), options),
          reportOf(streamSource(arriving(cut, 50)), options),
          failing(cut),
        ]);
        agree('beside another', first, fresh);
        return undefined;
      },
    };
  },
};

/** Validates a source that fails in the middle; its reader is not returned to the stock. */
async function failing(bytes: Uint8Array): Promise<void> {
  const source = streamSource(
    (async function* () {
      yield bytes.slice(0, bytes.length >> 1);
      throw new Error('the source failed');
    })(),
  );
  await reportOf(source).catch(() => {});
}

import { memorySource } from '../../src/base/source/memory.js';
import { streamSource } from '../../src/base/source/stream.js';
import { Random } from '../../test/kernel/random.js';
import { arriving } from '../../test/source/bytes.js';
import { windowed } from '../../test/source/windowed.js';
import { reportOf } from '../reports.js';
import { agree, type Target } from '../target.js';

export const chunkedWhole: Target = {
  name: 'chunked-whole',
  about: 'the report is the same from memory, through windows, and from a stream of chunks of any size',
  shape: 'file',
  prefix: 2,
  async open() {
    return {
      async run(input) {
        const [first = 0, second = 0] = input;
        const bytes = input.slice(2);
        const random = new Random(1 + first * 256 + second);
        const maxPerCode = 1 + random.next(5);
        const windowSize = 64 + random.next(random.chance(50) ? 40 : 2000);
        const most = random.pick([1, 3, 20, 300, 5000]);
        const sizes = Array.from({ length: 16 }, () => 1 + random.next(most));
        const whole = await reportOf(memorySource(bytes), { maxPerCode });
        const hidden = windowed(bytes);
        agree('window', await reportOf(hidden, { maxPerCode, windowSize }), whole);
        const stream = () => streamSource(arriving(bytes, ...sizes));
        agree('stream', await reportOf(stream(), { maxPerCode, windowSize }), whole);
        agree('stream with kernel', await reportOf(stream(), { maxPerCode, kernel: true }), whole);
        return undefined;
      },
    };
  },
};

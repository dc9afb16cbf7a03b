import { memorySource } from '../../src/base/source/memory.js';
import { validate } from '../../src/check/validate/validate.js';
import { openLibprotobuf } from '../../test/native/accept.js';
import { NO_RULES, traitsOf } from '../reports.js';
import { Disagreement, type Outcome, type Target } from '../target.js';

/** Codes that decide whether bytes are a message; other rules apply to valid messages too. */
const OF_THE_WIRE = /^(wire-|string-not-utf8$|message-nesting-too-deep$)/;

export const wireLibprotobuf: Target = {
  name: 'wire-libprotobuf',
  about: 'the scanner accepts a message exactly when libprotobuf does',
  shape: 'message',
  batch: 256,
  async open() {
    const libprotobuf = await openLibprotobuf();
    if (libprotobuf === undefined) {
      return { absent: 'there is no libprotobuf to compare with (g++ and libprotobuf-dev are needed)' };
    }
    const judge = async (input: Uint8Array, theirs: boolean): Promise<Iterable<string>> => {
      const report = await validate(memorySource(input), { framing: 'bare', maxPerCode: 1, rules: NO_RULES });
      const errors = report.diagnostics.filter(
        (one) => one.severity === 'error' && OF_THE_WIRE.test(one.code),
      );
      if ((errors.length === 0) === theirs) return traitsOf(report);
      if (theirs) throw new Disagreement('refused alone', `${errors[0]?.code} at ${errors[0]?.offset}`);
      throw new Disagreement('accepted alone', 'libprotobuf refuses it');
    };
    return {
      run: async (input) => judge(input, await libprotobuf.accepts(input)),
      async runAll(inputs, enter) {
        const answers = await libprotobuf.acceptsAll(inputs);
        const outcomes: Outcome[] = [];
        for (const [i, input] of inputs.entries()) {
          enter(input);
          outcomes.push(
            await judge(input, answers[i]!).then(
              (traits) => ({ traits }),
              (failure: unknown) => ({ failure }),
            ),
          );
        }
        return outcomes;
      },
      close: () => libprotobuf.close(),
    };
  },
};

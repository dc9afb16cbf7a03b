import { fromBinary } from '@bufbuild/protobuf';
import { isProtomdlError } from '../../src/base/diagnostics/error.js';
import { memorySource } from '../../src/base/source/memory.js';
import type { Source } from '../../src/base/source/source.js';
import { streamSource } from '../../src/base/source/stream.js';
import { ProtoMDLMdlSchema } from '../../src/generated/mdl_pb.js';
import { type Model, openModel } from '../../src/read/model/open.js';
import { detect } from '../../test/edge/deviations.js';
import { esAccepts } from '../../test/edge/readers.js';
import { answers, errorsOf } from '../../test/model/answers.js';
import { differences } from '../../test/model/typed-answers.js';
import { chunked } from '../../test/source/bytes.js';
import { windowed } from '../../test/source/windowed.js';
import { hasByteOrderMark } from '../byte-order-mark.js';
import { agree, type Target } from '../target.js';

export const lazyViews: Target = {
  name: 'lazy-views',
  about:
    'views have the same values from memory, pages and streams: the values of protobuf-es, or an error of the library',
  shape: 'file',
  prefix: 1,
  async open() {
    return {
      async run(input) {
        const chunk = 1 + (input[0] ?? 0) * 4;
        const bytes = input.slice(1);
        const truth = await linesOf(memorySource(bytes));
        const hidden = windowed(bytes);
        agree('pages', (await linesOf(hidden)).lines, truth.lines);
        agree('stream', (await linesOf(streamSource(chunked(bytes, [chunk])))).lines, truth.lines);
        const { model, lines } = truth;
        if (model === undefined) return lines;
        const { offset, length } = model.message;
        const message = bytes.slice(offset, offset + length);
        const { deviations } = detect(message, ProtoMDLMdlSchema);
        if (deviations.size > 0 || !esAccepts(message)) return undefined;
        agree('errors in a good message', errorsOf(lines), []);
        // A member of a oneof is compared under two names, so each level of muxes doubles the work. Deeply
        // nested messages are not compared.
        if (depthOf(lines) > MAX_DEPTH || hasByteOrderMark(message)) return undefined;
        const oracle = fromBinary(ProtoMDLMdlSchema, message);
        agree('values', await differences(model.root, oracle, ProtoMDLMdlSchema), []);
        return undefined;
      },
    };
  },
};

/** Maximum number of levels in a path: deeper messages are not compared with protobuf-es. */
const MAX_DEPTH = 20;

function depthOf(lines: readonly string[]): number {
  return Math.max(0, ...lines.map((line) => line.split('.').length));
}

interface Told {
  readonly model?: Model;
  readonly lines: string[];
}

/**
 * Reads everything in a model, or returns the error of opening it. Errors other than the library's are bugs,
 * and are thrown.
 */
async function linesOf(source: Source): Promise<Told> {
  try {
    const model = await openModel(source);
    return { model, lines: answers(model.root.view, 0) };
  } catch (error) {
    if (!isProtomdlError(error)) throw error;
    return { lines: [error.code] };
  }
}

import { fromBinary, toBinary } from '@bufbuild/protobuf';
import { memorySource } from '../../src/base/source/memory.js';
import { validate } from '../../src/check/validate/validate.js';
import { ProtoMDLMdlSchema } from '../../src/generated/mdl_pb.js';
import { MdlView } from '../../src/read/model/mdl.gen.js';
import { detect } from '../../test/edge/deviations.js';
import { esAccepts } from '../../test/edge/readers.js';
import { asMessage } from '../../test/model/as-message.js';
import { inMemory } from '../../test/model/stores.js';
import { hasByteOrderMark } from '../byte-order-mark.js';
import { NO_RULES } from '../reports.js';
import { agree, type Target } from '../target.js';

export const wireProtobufEs: Target = {
  name: 'wire-protobuf-es',
  about:
    'views show every value that protobuf-es decodes, and the scanner refuses the messages that protobuf-es refuses',
  shape: 'message',
  async open() {
    return {
      async run(input) {
        // Inputs on which protobuf-es deviates from libprotobuf are skipped, because they prove nothing.
        if (detect(input, ProtoMDLMdlSchema).deviations.size > 0) return undefined;
        const report = await validate(memorySource(input), {
          framing: 'bare',
          maxPerCode: 1,
          rules: NO_RULES,
        });
        const theirs = esAccepts(input);
        agree('accepted', report.verdict === 'valid', theirs);
        if (!theirs) return undefined;
        if (hasByteOrderMark(input)) return undefined;
        const shown = await asMessage(inMemory(input, MdlView.layout), ProtoMDLMdlSchema);
        const truth = fromBinary(ProtoMDLMdlSchema, input);
        agree(
          'values',
          toBinary(ProtoMDLMdlSchema, shown as typeof truth),
          toBinary(ProtoMDLMdlSchema, truth),
        );
        return undefined;
      },
    };
  },
};

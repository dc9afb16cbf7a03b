import { fromBinary } from '@bufbuild/protobuf';
import { type ReflectMessage, reflect } from '@bufbuild/protobuf/reflect';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { allSpecimens } from '../../scripts/corpus/specimens.js';
import { MDL } from '../../src/base/schema/mdl.gen.js';
import { ProtoMDLMdlSchema } from '../../src/generated/mdl_pb.js';
import { countMessages } from '../../src/tools/measure/measure-file.js';

/** Number of messages that protobuf's own codec creates. */
function decoded(message: ReflectMessage): number {
  let count = 1;
  for (const field of message.fields) {
    if (field.fieldKind === 'message' && message.isSet(field)) count += decoded(message.get(field));
    if (field.fieldKind === 'list' && field.listKind === 'message') {
      for (const item of message.get(field)) count += decoded(item as ReflectMessage);
    }
  }
  return count;
}

it('counts the messages that the oracle decodes', async () => {
  // Leaves out codes whose messages come in several records: each record counts, although the message is one.
  const specimens = (await allSpecimens()).filter(
    ({ folder, name }) => folder === 'valid' && !/split|piece|merge|encod/.test(name),
  );
  expect(specimens.length).toBeGreaterThan(2);
  for (const { message } of specimens) {
    const expected = decoded(reflect(ProtoMDLMdlSchema, fromBinary(ProtoMDLMdlSchema, message)));
    expect(countMessages(MDL, message, 0, message.length)).toBe(expected);
  }
});

it('returns a count for any bytes', () => {
  const property = fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
    expect(countMessages(MDL, bytes, 0, bytes.length)).toBeGreaterThan(0);
  });
  fc.assert(property, { numRuns: 500 });
});

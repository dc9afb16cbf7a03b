/** Texts that other libraries write are assembled to the right bytes, and those libraries read our dumps. */
import { type DescMessage, fromBinary, fromJsonString, toBinary, toJsonString } from '@bufbuild/protobuf';
import fc from 'fast-check';
import protobuf from 'protobufjs';
import protojson from 'protobufjs/ext/protojson.js';
import textformat from 'protobufjs/ext/textformat.js';
import { describe, expect, it } from 'vitest';
import { assemble } from '../../src/tools/text/assemble.js';
import { arbitraryMessage } from '../arbitrary/arbitrary-message.js';
import { ALL_KINDS_PROTO, allKinds, hasProtoc } from './all-kinds.js';
import { dumped } from './dumped.js';

protojson.install();
textformat.install();

const RUNS = Math.ceil(Number(process.env.PROTOMDL_RUNS ?? 10_000) / 50);

const theirs = protobuf.parse(ALL_KINDS_PROTO, { keepCase: true }).root.lookupType('All');
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/**
 * Returns the bytes that an encoder writes for values that protobuf-es' JSON can represent: one NaN, no minus
 * zero.
 */
function canonical(desc: DescMessage, bytes: Uint8Array): Uint8Array {
  return toBinary(desc, fromJsonString(desc, toJsonString(desc, fromBinary(desc, bytes))));
}

/** Messages as other programs write them. */
const WRITERS: readonly (readonly [
  string,
  'json' | 'textproto',
  (desc: DescMessage, bytes: Uint8Array) => string,
])[] = [
  ['protobuf-es', 'json', (desc, bytes) => toJsonString(desc, fromBinary(desc, bytes))],
  [
    'protobuf-es, names of the schema, spaces',
    'json',
    (desc, bytes) =>
      toJsonString(desc, fromBinary(desc, bytes), { useProtoFieldName: true, prettySpaces: 3 }),
  ],
  [
    'protobuf-es, numbers of enums',
    'json',
    (desc, bytes) => toJsonString(desc, fromBinary(desc, bytes), { enumAsInteger: true }),
  ],
  ['protobufjs', 'json', (_, bytes) => theirs.toJsonString(theirs.decode(bytes))],
  ['protobufjs', 'textproto', (_, bytes) => theirs.toText(theirs.decode(bytes))],
];

describe.skipIf(!hasProtoc)('any message', () => {
  it.each(WRITERS)('is assembled to the same bytes from %s output in %s', async (_name, format, write) => {
    const { desc, tables } = allKinds();
    const message = arbitraryMessage(desc, { depth: 3, records: 20, unknown: false });
    await fc.assert(
      fc.asyncProperty(message, async ({ bytes }) => {
        const due = canonical(desc, bytes);
        const ours = await assemble(write(desc, due), { format, schema: tables });
        expect(hex(ours.message)).toBe(hex(due));
      }),
      { numRuns: RUNS },
    );
  });

  it('is dumped so that protobufjs and protobuf-es read the same message', async () => {
    const { desc, tables } = allKinds();
    const message = arbitraryMessage(desc, { depth: 3, records: 20, unknown: false });
    await fc.assert(
      fc.asyncProperty(message, async ({ bytes }) => {
        const read = fromBinary(desc, bytes);
        // All NaN values have the same text, so their bits are lost.
        if (toJsonString(desc, read).includes('"NaN"')) return;
        const due = hex(toBinary(desc, read));
        const options = { framing: 'bare', bytes: 'base64', schema: tables } as const;
        const json = await dumped(bytes, { ...options, format: 'json' });
        // protobuf-es 2.13.0 and protobufjs 8.8.1 refuse the shortest text of the largest float as too large;
        // protoc prints and reads it.
        if (json.text.includes('3.4028235e+38')) return;
        expect(hex(toBinary(desc, fromJsonString(desc, json.text)))).toBe(due);
        // protobufjs 8.8.1 treats minus zero as the default value, which an encoder leaves out.
        if (/-0(?:\.0)?(?=[,\s\]}])/.test(json.text)) return;
        expect(hex(theirs.encode(theirs.fromJsonString(json.text)).finish())).toBe(due);
        const text = await dumped(bytes, { ...options, format: 'textproto' });
        expect(hex(theirs.encode(theirs.fromText(text.text)).finish())).toBe(due);
      }),
      { numRuns: RUNS },
    );
  });
});

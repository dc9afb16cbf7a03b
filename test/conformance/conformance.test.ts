import { type DescMessage, fromBinary, fromJsonString, toBinary } from '@bufbuild/protobuf';
import { reflect } from '@bufbuild/protobuf/reflect';
import { describe, expect, it } from 'vitest';
import { compileProtos } from '../../scripts/conformance/run-suites.js';
import { lenRecord, varintRecord } from '../arbitrary/wire-writer.js';
import { answer, encodeResponse, JSON_FORMAT, PROTOBUF, type Request, TEXT_FORMAT } from './answer.js';
import { readAll } from './reading.js';
import { Schema, SUBJECTS, subjectOf } from './subjects.js';

const schema = new Schema(compileProtos());

/** A request as the runner would send it. */
function request(fields: Readonly<Record<string, unknown>>, messageType = SUBJECTS[0]): Request {
  const message = reflect(schema.request);
  const given = { requested_output_format: PROTOBUF, message_type: messageType, ...fields };
  for (const [name, value] of Object.entries(given)) {
    message.set(schema.request.fields.find((field) => field.name === name)!, value as never);
  }
  const bytes = toBinary(schema.request, message.message);
  return fromBinary(schema.request, bytes) as unknown as Request;
}

/** A message with each kind of field: scalars, packed and not, a map, a oneof, well-known types, recursion. */
const EVERYTHING = {
  optionalInt32: -1,
  optionalSint64: '-9007199254740993',
  optionalFixed64: '18446744073709551615',
  optionalFloat: 'NaN',
  optionalDouble: -0.5,
  optionalBool: true,
  optionalString: 'ℵ',
  optionalBytes: '/wA=',
  repeatedInt32: [1, -1],
  unpackedDouble: [0, 1.5],
  packedBool: [true, false],
  mapStringNestedMessage: { a: { a: 1 }, b: { corecursive: { optionalInt32: 2 } } },
  mapInt64Int64: { '-1': '5' },
  oneofEnum: 'BAZ',
  optionalTimestamp: '1970-01-01T00:00:00.000000001Z',
  optionalStruct: { nested: { list: [null, 1, 'x'] } },
  optionalInt32Wrapper: 0,
  repeatedFieldmask: ['a.b'],
  optionalAny: { '@type': 'type.googleapis.com/google.protobuf.Duration', value: '1.500s' },
};

describe.each(SUBJECTS)('the testee, for a request of %s', (typeName) => {
  const desc: DescMessage = schema.message(typeName);
  const message = fromJsonString(desc, JSON.stringify(EVERYTHING), { registry: schema.registry });
  const bytes = toBinary(desc, message);

  it('writes the content of views, as protobuf and as JSON', async () => {
    const binary = await answer(schema, request({ protobuf_payload: bytes }, typeName));
    expect(binary.result.case).toBe('protobufPayload');
    expect(Buffer.from(binary.result.value as Uint8Array)).toEqual(Buffer.from(bytes));
    const json = { protobuf_payload: bytes, requested_output_format: JSON_FORMAT };
    const { result } = await answer(schema, request(json, typeName));
    expect(result.case).toBe('jsonPayload');
    expect(JSON.parse(result.value as string)).toEqual(EVERYTHING);
  });

  it('converts its text to a message, and the message to text', async () => {
    const texts = {
      json_payload: '{"optionalInt64": "-5", "repeatedString": ["a"], "oneofBytes": "/w=="}',
      text_payload: 'optional_int64: -5 repeated_string: "a" oneof_bytes: "\\377"',
    };
    const expected = toBinary(desc, fromJsonString(desc, texts.json_payload));
    for (const [name, text] of Object.entries(texts)) {
      const { result } = await answer(schema, request({ [name]: text }, typeName));
      expect(result).toEqual({ case: 'protobufPayload', value: expected });
    }
    const asText = { protobuf_payload: expected, requested_output_format: TEXT_FORMAT };
    const { result } = await answer(schema, request(asText, typeName));
    const [, ...lines] = (result.value as string).trim().split('\n');
    expect(lines).toEqual(['optional_int64: -5', 'repeated_string: "a"', 'oneof_bytes: "\\377"']);
  });

  it('keeps unknown fields in their order', async () => {
    const unknown = Buffer.concat([lenRecord(1500, 'x'), varintRecord(1400, 1), lenRecord(1500, 'y')]);
    const { result } = await answer(schema, request({ protobuf_payload: unknown }, typeName));
    expect(Buffer.from(result.value as Uint8Array)).toEqual(unknown);
  });

  it.each([
    { name: 'cut', bytes: bytes.subarray(0, -1), code: 'wire-truncated' },
    { name: 'field 0', bytes: Uint8Array.of(0x00, 0x01), code: 'wire-invalid-tag' },
    { name: 'wire type 7', bytes: Uint8Array.of(0x0f), code: 'wire-invalid-type' },
    {
      name: 'eleven bytes',
      bytes: new Uint8Array(12).fill(0x80).fill(0x08, 0, 1),
      code: 'wire-varint-overflow',
    },
    { name: 'no UTF-8', bytes: lenRecord(14, Uint8Array.of(0xff)), code: 'string-not-utf8' },
    {
      name: 'a map key that is no UTF-8',
      bytes: lenRecord(69, lenRecord(1, Uint8Array.of(0xff))),
      code: 'string-not-utf8',
    },
  ])('refuses with a reason: $name', async ({ bytes, code }) => {
    const answered = await answer(schema, request({ protobuf_payload: bytes }, typeName));
    expect(answered).toMatchObject({ code, result: { case: 'parseError' } });
    expect(answered.result.value).toContain(code);
  });
});

describe('the testee', () => {
  it.each([
    { fields: { json_payload: '{"optionalTimestamp": null}' }, reason: 'JSON of maps and well-known types' },
    { fields: { json_payload: '{"no": 1}', test_category: 3 }, reason: 'JSON with names to be passed over' },
    { fields: { text_payload: 'reserved_field: 1' }, reason: 'text with reserved names' },
    { fields: { text_payload: 'optional_any { [type.googleapis.com/a.B] {} }' }, reason: 'text of Any' },
    {
      fields: { protobuf_payload: varintRecord(1500, 1), requested_output_format: TEXT_FORMAT },
      reason: 'text without unknown fields',
    },
  ])('skips requests that do not concern readers: $reason', async ({ fields, reason }) => {
    const { result } = await answer(schema, request(fields));
    expect(result).toEqual({ case: 'skipped', value: reason });
  });

  it('skips messages outside of proto3', async () => {
    const proto2 = 'protobuf_test_messages.proto2.TestAllTypesProto2';
    const { result } = await answer(schema, request({ protobuf_payload: new Uint8Array() }, proto2));
    expect(result).toEqual({ case: 'skipped', value: 'a schema that is not proto3' });
  });

  it('returns an error if JSON cannot express a value', async () => {
    // A duration of more than 10,000 years.
    const bytes = lenRecord(301, varintRecord(1, 400_000_000_000));
    const { result } = await answer(
      schema,
      request({ protobuf_payload: bytes, requested_output_format: JSON_FORMAT }),
    );
    expect(result.case).toBe('serializeError');
  });

  it('lists no failures when the runner requests known failures', async () => {
    const asked = request({ protobuf_payload: new Uint8Array() }, 'conformance.FailureSet');
    const { result } = await answer(schema, asked);
    const sent = reflect(schema.response, fromBinary(schema.response, encodeResponse(schema, result)));
    expect(sent.get(schema.response.field.protobufPayload!)).toEqual(new Uint8Array());
  });
});

it.each([
  { fields: { json_payload: '{"optionalInt32": 1.5}' }, code: 'text-value-invalid' },
  { fields: { json_payload: '{"optionalInt32": 1' }, code: 'text-syntax' },
  { fields: { text_payload: 'optional_int32: 5000000000' }, code: 'text-value-invalid' },
  { fields: { text_payload: 'no_such_field: 1' }, code: 'text-name-unknown' },
])('refuses a text with a reason: $code', async ({ fields, code }) => {
  const answered = await answer(schema, request(fields));
  expect(answered).toMatchObject({ code, result: { case: 'parseError' } });
});

describe('readers that disagree are reported', () => {
  const subject = schema.subject(SUBJECTS[0]!);
  // This type does not have two fields of the other type: field 14, a string, and field 18, a message.
  const foreign = subjectOf(schema.message('protobuf_test_messages.proto3.ForeignMessage'));
  const { desc, layout, tables, listPlan, listKernel } = foreign;
  const notUtf8 = lenRecord(14, Uint8Array.of(0xff));
  const cutInside = lenRecord(18, Uint8Array.of(0x08));

  it.each([
    {
      what: 'views',
      mixed: { ...subject, desc, layout },
      bytes: notUtf8,
      text: /finds string-not-utf8 .* views: /,
    },
    {
      what: 'scans',
      mixed: { ...foreign, desc: subject.desc, layout: subject.layout },
      bytes: notUtf8,
      text: /no error; views: string/,
    },
    {
      what: 'lists',
      mixed: { ...subject, listPlan, listKernel },
      bytes: notUtf8,
      text: /string-not-utf8; in a list of three: $/,
    },
    {
      what: 'trees',
      mixed: { ...subject, tables },
      bytes: cutInside,
      text: /the tree is whole; the scan finds: wire-truncated/,
    },
  ])('$what that miss an error', async ({ mixed, bytes, text }) => {
    await expect(readAll(mixed, bytes)).rejects.toThrow(text);
    const { refusal } = await readAll(subject, bytes);
    expect(refusal).toBeDefined();
  });
});

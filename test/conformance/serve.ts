/** The runner's protocol: requests on standard input, responses on standard output, each after its length. */
import { appendFileSync } from 'node:fs';
import { fromBinary } from '@bufbuild/protobuf';
import { type Answer, answer, encodeResponse, type Request } from './answer.js';
import type { Schema } from './subjects.js';
import { addTallies, EMPTY_TALLY, type Tally } from './tally.js';

/** Size of a length in bytes, a little-endian unsigned number. */
const LENGTH_BYTES = 4;

/** Changes an answer before it is sent. */
export type Spoil = (answer: Answer) => Answer;

/**
 * Answers requests until the input ends.
 *
 * @param tallyFile receives a line of JSON with the counts
 * @param spoil used by tests of the harness: returns the answer that a testee with a bug would give
 */
export async function serve(
  schema: Schema,
  tallyFile: string,
  spoil: Spoil = (answer) => answer,
): Promise<void> {
  let tally = EMPTY_TALLY;
  let input = Buffer.alloc(0);
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    input = Buffer.concat([input, chunk]);
    for (let length = lengthOf(input); input.length >= LENGTH_BYTES + length; length = lengthOf(input)) {
      const bytes = input.subarray(LENGTH_BYTES, LENGTH_BYTES + length);
      input = input.subarray(LENGTH_BYTES + length);
      const answered = spoil(await answer(schema, fromBinary(schema.request, bytes) as unknown as Request));
      send(encodeResponse(schema, answered.result));
      tally = addTallies(tally, tallyOf(answered));
    }
  }
  appendFileSync(tallyFile, `${JSON.stringify({ ...tally, kernelBytes: schema.kernelBytes })}\n`);
}

function lengthOf(input: Buffer): number {
  return input.length < LENGTH_BYTES ? Number.POSITIVE_INFINITY : input.readUInt32LE();
}

function send(response: Uint8Array): void {
  const framed = Buffer.alloc(LENGTH_BYTES + response.length);
  framed.writeUInt32LE(response.length);
  framed.set(response, LENGTH_BYTES);
  process.stdout.write(framed);
}

/** Names of results in the tally. */
const WRITTEN = {
  protobufPayload: 'as protobuf',
  jsonPayload: 'as JSON',
  textPayload: 'as text',
  serializeError: 'that JSON cannot say',
} as const;

function tallyOf({ result, code, scans, views }: Answer): Tally {
  const one = { ...EMPTY_TALLY, requests: 1, scans, views };
  switch (result.case) {
    case 'skipped':
      return { ...one, skipped: { [result.value]: 1 } };
    case 'parseError':
      return { ...one, refused: { [code ?? 'no code']: 1 } };
    case 'runtimeError':
      return { ...one, failed: 1 };
    default:
      return { ...one, answered: { [WRITTEN[result.case]]: 1 } };
  }
}

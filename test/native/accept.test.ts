/**
 * The comparison with libprotobuf itself: it must agree with `protoc --decode`, and fail with a clear error
 * if it cannot answer.
 */
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ProtoMDLHeaderSchema } from '../../src/generated/mdl_pb.js';
import { EDGE_CASES } from '../edge/all-cases.js';
import { openLibprotobuf } from './accept.js';

const proto = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'proto');
const hasProtoc = spawnSync('protoc', ['--version']).status === 0;
const probe = await openLibprotobuf();
await probe?.close();

function protocAccepts(message: Uint8Array): boolean {
  const args = [`--proto_path=${proto}`, '--decode=ProtoMDLMdl', 'mdl.proto'];
  const { status, error } = spawnSync('protoc', args, {
    input: message,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  if (error !== undefined) throw error;
  return status === 0;
}

describe.skipIf(probe === undefined)('the libprotobuf process', () => {
  it.skipIf(!hasProtoc)('answers as protoc --decode does', { timeout: 60_000 }, async () => {
    const libprotobuf = await openLibprotobuf();
    for (const { name, bytes } of Object.values(EDGE_CASES).flat()) {
      expect(await libprotobuf?.accepts(bytes), name).toBe(protocAccepts(bytes));
    }
    await libprotobuf?.close();
  });

  it('answers many requests in order without waiting', async () => {
    const libprotobuf = await openLibprotobuf();
    const questions = Array.from({ length: 5000 }, (_, i) => Uint8Array.of(0x0a, i % 3 === 0 ? 1 : 0));
    const answers = await Promise.all(questions.map((message) => libprotobuf?.accepts(message)));
    expect(answers).toEqual(questions.map((_, i) => i % 3 !== 0));
    await libprotobuf?.close();
  });

  it('accepts another message type as the root', async () => {
    const libprotobuf = await openLibprotobuf(ProtoMDLHeaderSchema);
    // Field 3 is a string in this message type; in the root of a file, it is bytes.
    expect(await libprotobuf?.accepts(Uint8Array.of(0x1a, 1, 0xff))).toBe(false);
    await libprotobuf?.close();
  });

  it('rejects a request that is open when it is closed', async () => {
    const libprotobuf = await openLibprotobuf();
    await libprotobuf?.close();
    await expect(libprotobuf?.accepts(new Uint8Array())).rejects.toThrow('ended');
  });
});

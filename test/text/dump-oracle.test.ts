/** Dumps agree with protobuf's own tools: protobuf-es, protoc if it is installed, and buf. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fromBinary, fromJson, type JsonValue, toBinary, toJson } from '@bufbuild/protobuf';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { takeApart } from '../../src/base/container/take-apart.js';
import { ProtoMDLMdlSchema } from '../../src/generated/mdl_pb.js';
import { arbitraryMessage, arbitraryMismatch } from '../arbitrary/arbitrary-message.js';
import { dumped, withoutComments, withoutExtras } from './dumped.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const VALID = join(ROOT, 'corpus/valid');
const RUNS = Math.ceil(Number(process.env.PROTOMDL_RUNS ?? 10_000) / 100);

const files = readdirSync(VALID)
  .filter((name) => /\.(mdl|hef)$/.test(name))
  .map((name) => {
    const bytes = new Uint8Array(readFileSync(join(VALID, name)));
    const apart = takeApart(bytes);
    if (apart.framing === 'unknown') throw new Error(`${name} has no message`);
    return { name, bytes, message: apart.message };
  });

const hasProtoc = spawnSync('protoc', ['--version']).status === 0;
if (!hasProtoc) console.warn('no protoc: textproto is not compared with it');

const folder = mkdtempSync(join(tmpdir(), 'protomdl-dump-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Most of the time of protoc is its start, so the schema is compiled only once. */
function protoc(direction: 'decode' | 'encode', input: Uint8Array | string): Buffer | undefined {
  const set = join(folder, 'mdl.binpb');
  if (!readdirSync(folder).includes('mdl.binpb')) {
    execFileSync('protoc', [
      `-I${join(ROOT, 'proto')}`,
      '--include_imports',
      `-o${set}`,
      join(ROOT, 'proto/mdl.proto'),
    ]);
  }
  const { status, stdout } = spawnSync(
    'protoc',
    [`--${direction}=ProtoMDLMdl`, `--descriptor_set_in=${set}`],
    {
      input,
      maxBuffer: 1 << 28,
    },
  );
  return status === 0 ? stdout : undefined;
}

/**
 * Returns protobuf-es' JSON with rounded floats, because protobuf-es prints floats with the digits of
 * doubles.
 */
function oracleJson(message: Uint8Array): JsonValue {
  return rounded(toJson(ProtoMDLMdlSchema, fromBinary(ProtoMDLMdlSchema, message)));
}

/** Returns our JSON as protobuf-es reads it. */
function readJson(json: unknown): JsonValue {
  const read = fromJson(ProtoMDLMdlSchema, withoutExtras(json) as JsonValue);
  return rounded(toJson(ProtoMDLMdlSchema, fromBinary(ProtoMDLMdlSchema, toBinary(ProtoMDLMdlSchema, read))));
}

function rounded(value: JsonValue): JsonValue {
  return JSON.parse(JSON.stringify(value)) as JsonValue;
}

const anything = fc.tuple(
  arbitraryMessage(ProtoMDLMdlSchema, { depth: 5, records: 12 }),
  fc.array(arbitraryMismatch(ProtoMDLMdlSchema), { maxLength: 2 }),
);

describe('JSON', () => {
  it.each(files)('of $name equals protobuf-es’ JSON', async ({ bytes, message }) => {
    const { text, problems } = await dumped(bytes, { bytes: 'base64' });
    expect(problems).toEqual([]);
    expect(readJson(JSON.parse(text))).toEqual(oracleJson(message));
  });

  it.each(files)(
    'of $name has the same keys and values, even with the names of the schema',
    async ({ bytes, message }) => {
      const { text } = await dumped(bytes, { bytes: 'base64', protoNames: true });
      const expected = toJson(ProtoMDLMdlSchema, fromBinary(ProtoMDLMdlSchema, message), {
        useProtoFieldName: true,
      });
      expect(withoutFloats(withoutExtras(JSON.parse(text)))).toEqual(withoutFloats(expected));
    },
  );

  it('of any message equals protobuf-es’ JSON', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryMessage(ProtoMDLMdlSchema, { depth: 5, records: 12 }), async ({ bytes }) => {
        const { text, problems } = await dumped(bytes, { bytes: 'base64', framing: 'bare' });
        expect(problems).toEqual([]);
        expect(readJson(JSON.parse(text))).toEqual(oracleJson(bytes));
      }),
      { numRuns: RUNS },
    );
  });

  it('can be read by buf, whose output is the same', async () => {
    const buf = join(ROOT, 'node_modules/.bin/buf');
    for (const name of ['every-action.mdl', 'nms.mdl', 'every-trigger.mdl']) {
      const { bytes, message } = files.find((file) => file.name === name) as (typeof files)[number];
      const { text } = await dumped(bytes, { bytes: 'base64' });
      mkdirSync(join(folder, name));
      const ours = join(folder, name, 'ours.json');
      writeFileSync(ours, text);
      const convert = (from: string, to: string): Buffer => {
        return execFileSync(
          buf,
          ['convert', join(ROOT, 'proto'), '--type', 'ProtoMDLMdl', '--from', from, '--to', to],
          { maxBuffer: 1 << 28 },
        );
      };
      // buf writes members of oneofs last, so the meanings are compared, not the texts.
      expect(oracleJson(new Uint8Array(convert(ours, '-#format=binpb')))).toEqual(oracleJson(message));
      const binary = join(folder, name, 'message.binpb');
      writeFileSync(binary, message);
      const theirs = JSON.parse(convert(binary, '-#format=json').toString());
      expect(JSON.parse(text)).toEqual(theirs);
    }
  });
});

describe('YAML', () => {
  it.each(files)('of $name has the content of the JSON', async ({ bytes }) => {
    for (const mode of ['base64', 'hash', 'hex'] as const) {
      const { text } = await dumped(bytes, { format: 'yaml', bytes: mode });
      const json = await dumped(bytes, { bytes: mode });
      expect(parse(text)).toEqual(JSON.parse(json.text));
    }
  });

  it('of any message has the content of the JSON', async () => {
    await fc.assert(
      fc.asyncProperty(anything, async ([{ bytes }, others]) => {
        const message = Buffer.concat([bytes, ...others]);
        const yaml = await dumped(new Uint8Array(message), { format: 'yaml', framing: 'bare' });
        const json = await dumped(new Uint8Array(message), { framing: 'bare' });
        expect(parse(yaml.text)).toEqual(JSON.parse(json.text));
      }),
      { numRuns: RUNS },
    );
  });
});

describe.skipIf(!hasProtoc)('textproto', () => {
  it.each(files)('of $name equals protoc’s output', async ({ bytes, message }) => {
    const { text } = await dumped(bytes, { format: 'textproto', bytes: 'base64' });
    expect(withoutComments(text)).toBe(protoc('decode', message)?.toString());
  });

  it("of any message equals protoc's, unknown fields included", async () => {
    await fc.assert(
      fc.asyncProperty(anything, async ([{ bytes }, others]) => {
        const message = new Uint8Array(Buffer.concat([bytes, ...others]));
        const { text } = await dumped(message, { format: 'textproto', bytes: 'base64', framing: 'bare' });
        fc.pre(!LONG_UNKNOWN.test(text));
        expect(withoutComments(text)).toBe(protoc('decode', message)?.toString());
      }),
      { numRuns: Math.ceil(RUNS / 2) },
    );
  });

  it('can be read by protoc, which encodes the same message', async () => {
    const known = files.filter(({ message }) => {
      const read = fromBinary(ProtoMDLMdlSchema, message, { readUnknownFields: false });
      return Buffer.compare(toBinary(ProtoMDLMdlSchema, read), message) === 0;
    });
    expect(known.length).toBeGreaterThan(15);
    for (const { name, bytes, message } of known) {
      const { text } = await dumped(bytes, { format: 'textproto', bytes: 'base64' });
      const encoded = protoc('encode', text);
      expect([name, encoded?.equals(message)]).toEqual([name, true]);
    }
  });
});

/** An unknown field of more than 1 KiB, which protoc prints as a message if it could be one, and protomdl as bytes. */
const LONG_UNKNOWN = /^ *\d+: "(?:[^"\\]|\\.){1025}/m;

/** Numbers that one output has as floats and the other as doubles are compared elsewhere. */
function withoutFloats(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutFloats);
  if (typeof value === 'number' && !Number.isInteger(value)) return 'float';
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutFloats(inner)]));
}

/** Files that users often take for models, made by the usual tools. */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import protobuf from 'protobufjs';
import UPNG from 'upng-js';
import { beforeAll, describe, expect, it } from 'vitest';
import { frame } from '../../scripts/corpus/frame.js';
import { lookalike, lookalikeInside } from '../../src/base/container/lookalike.js';
import { memorySource } from '../../src/base/source/memory.js';
import { CATALOGUE } from '../../src/check/rules/index.js';
import { validate } from '../../src/check/validate/validate.js';
import { MESSAGE } from './frame-bytes.js';

const latin = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));

const ONNX = protobuf
  .parse(
    `
  syntax = "proto3";
  message Node { repeated string input = 1; repeated string output = 2; string name = 3; string op_type = 4; }
  message Graph { repeated Node node = 1; string name = 2; }
  message OperatorSet { string domain = 1; int64 version = 2; }
  message Model {
    int64 ir_version = 1; string producer_name = 2; string producer_version = 3; string domain = 4;
    int64 model_version = 5; string doc_string = 6; Graph graph = 7; repeated OperatorSet opset_import = 8;
  }`,
    { keepCase: true },
  )
  .root.lookupType('Model');

const GRAPH = {
  name: 'g',
  node: Array.from({ length: 40 }, (_, i) => ({ name: `n${i}`, op_type: 'Conv', input: ['x'] })),
};

/** The fields of onnx.ModelProto that exporters set. */
function onnx(fields: Record<string, unknown>): Uint8Array {
  return ONNX.encode(ONNX.fromObject({ graph: GRAPH, opset_import: [{ version: 13 }], ...fields })).finish();
}

/** A framed file with bytes of all kinds. */
async function model(): Promise<Uint8Array> {
  const ccws = Uint8Array.from({ length: 4096 }, (_, i) => (i * i + (i >> 3)) & 0xff);
  return (await frame(MESSAGE, { version: 2, ccws })).bytes;
}

describe('a file that is not a model', () => {
  it.each<[string, Uint8Array, RegExp]>([
    ['a picture', new Uint8Array(UPNG.encode([new ArrayBuffer(4)], 1, 1, 0)), /^a PNG picture$/],
    [
      'a page',
      latin('\n <!DOCTYPE html><title>Sign in</title>'),
      /^an HTML page titled "Sign in": check the address/,
    ],
    ['a page after a byte order mark', Buffer.from('\ufeff<html>'), /^an HTML page: check/],
    ['XML', latin('<?xml version="1.0"?><a/>'), /^an XML document: check/],
    [
      'an error of a store',
      latin(
        '<?xml version="1.0"?>\n<Error><Code>NoSuchKey</Code><Message>The key does not exist.</Message></Error>',
      ),
      /^an XML document that says "NoSuchKey": check/,
    ],
    [
      'an error without a declaration',
      latin('<Error><Code>AccessDenied</Code></Error>'),
      /^an XML document that says "AccessDenied"/,
    ],
    ['bzip2', latin('BZh91AY&SY\x00'), /^a bzip2 archive: unpack it/],
    ['TensorFlow Lite', latin('\x1c\x00\x00\x00TFL3\x14'), /^a TensorFlow Lite model: compile it/],
    ['JSON', latin('{\n  "mdl": {}\n}'), /^a JSON text: /],
    [
      'words',
      Buffer.from('Grüße, and nothing more'),
      /^a text that begins with "Grüße, and nothing more": check the origin/,
    ],
    [
      'a mock',
      latin('mock hef content\n'),
      /^a placeholder, the text "mock hef content": put the compiled model in its place/,
    ],
    ['one word', latin('placeholder'), /^a placeholder/],
    [
      '404',
      latin('404: Not Found'),
      /^a server's answer instead of a file, "404: Not Found": check the address/,
    ],
    ['not found', latin('Entry not found\n'), /^a server's answer instead of a file, "Entry not found"/],
    ['no access', latin('Access denied'), /^a server's answer instead of a file/],
    [
      'an error as JSON',
      latin('{"error":"Repository not found"}'),
      /^a server's answer instead of a file, "Repository not found"/,
    ],
    [
      'an error of GitHub',
      latin('{"message": "Bad credentials", "status": "401"}'),
      /^a server's answer instead of a file, "Bad credentials"/,
    ],
    [
      'a pointer of Git LFS',
      latin('version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345678\n'),
      /^a Git LFS pointer to a file of 12,345,678 bytes: `git lfs pull` fetches/,
    ],
    [
      'a pointer without a size',
      latin('version https://git-lfs.github.com/spec/v1\n'),
      /^a Git LFS pointer: /,
    ],
  ])('%s', (_, bytes, name) => {
    expect(lookalike(bytes)).toMatch(name);
  });

  it('may be text, if the command reads text', () => {
    for (const text of ['{ "mdl": {} }', 'just a few words']) {
      expect(lookalike(latin(text))).toBeDefined();
      expect(lookalike(latin(text), { takesText: true })).toBeUndefined();
    }
    expect(lookalike(gzipSync(''), { takesText: true })).toMatch(/^a gzip/);
  });

  it('is recognised only if its signature is at the expected offset', () => {
    expect(lookalike(Buffer.concat([new Uint8Array(256), latin('ustar')]))).toBeUndefined();
    expect(lookalike(latin('TFL3\x00\x00\x00\x00'))).toBeUndefined();
  });
});

describe('an archive', () => {
  const folder = mkdtempSync(join(tmpdir(), 'archives-'));
  const run = (command: string): void => void execFileSync('sh', ['-c', command], { cwd: folder });
  const kindOf = (name: string) => lookalikeInside(readFileSync(join(folder, name)).subarray(0, 65_536));

  beforeAll(async () => {
    writeFileSync(join(folder, 'net.hef'), await model());
    for (const name of ['net.hn', 'net.native.alls', 'read.me'])
      writeFileSync(join(folder, name), 'x'.repeat(9000));
    run(
      'tar -cf net.tar read.me net.hef && tar -cf net.har net.hn net.native.alls && tar -cf other.tar read.me',
    );
    run(
      'tar -czf net.tar.gz net.hef && gzip -k net.hef && gzip -nc net.hef > unnamed.gz && gzip -nc read.me > other.gz',
    );
  });

  it.each<[string, string]>([
    ['net.tar', 'a tar archive with "net.hef" inside: `tar -xf` extracts it'],
    ['net.tar.gz', 'a gzip archive with "net.hef" inside: `tar -xzf` extracts it'],
    ['net.hef.gz', 'a gzip archive with "net.hef" inside: `gunzip` extracts it'],
    ['unnamed.gz', 'a gzip archive with a model inside: `gunzip` extracts it'],
    ['other.gz', 'a gzip archive: unpack it (`gunzip`)'],
    ['other.tar', 'a tar archive with "read.me" inside: unpack it (`tar -xf`)'],
    ['net.har', 'a HAR, a network before it is compiled: compile it with `hailo compiler`'],
  ])('%s', async (name, kind) => {
    expect(await kindOf(name)).toBe(kind);
  });

  it('is recognised by its beginning, and if it is damaged', async () => {
    const whole = gzipSync(Buffer.concat([await model(), randomBytes(100_000)]));
    for (const bytes of [whole.subarray(0, 65_536), Buffer.concat([whole.subarray(0, 65_536), latin('?')])])
      expect(await lookalikeInside(bytes)).toBe('a gzip archive with a model inside: `gunzip` extracts it');
    expect(await lookalikeInside(whole.subarray(0, 12))).toBe('a gzip archive: unpack it (`gunzip`)');
  });

  it('is recognised as ZIP', async () => {
    // A stored file in an archive, written from the description of ZIP (APPNOTE.TXT).
    const member = (name: string): Buffer => {
      const header = Buffer.alloc(30);
      header.write('PK\x03\x04', 'latin1');
      header.writeUInt16LE(name.length, 26);
      return Buffer.concat([header, Buffer.from(name), Buffer.alloc(100)]);
    };
    const zip = Buffer.concat([member('read.me'), member('nets/net.hef')]);
    expect(await lookalikeInside(zip)).toBe('a ZIP archive with "nets/net.hef" inside: `unzip` extracts it');
    expect(lookalike(member('archive/data.pkl'))).toMatch(/^a PyTorch model: compile it/);
  });
});

describe('ONNX', () => {
  it('is recognised by its version and its fields', () => {
    for (const ir_version of [1, 3, 10, 31]) {
      expect(lookalike(onnx({ ir_version, producer_name: 'pytorch' }))).toMatch(/^an ONNX model: compile it/);
    }
    for (const producer_name of ['tf', 'skl2onnx 1.14', 'p'.repeat(63)]) {
      const bytes = onnx({
        ir_version: 7,
        producer_name,
        producer_version: '1.1',
        doc_string: 'words\nmore',
      });
      expect(lookalike(bytes)).toMatch(/^an ONNX model/);
      expect(lookalike(bytes.subarray(0, 300))).toMatch(/^an ONNX model/);
    }
    expect(lookalike(onnx({ ir_version: 8 }))).toMatch(/^an ONNX model/);
  });

  it('is not recognised with other fields, or values that exporters do not write', () => {
    for (const ir_version of [0, 32, 127]) expect(lookalike(onnx({ ir_version }))).toBeUndefined();
    expect(lookalike(onnx({ ir_version: 7, producer_name: 'py\x01torch' }))).toBeUndefined();
    expect(lookalike(latin('\x10\x07\x12\x07pytorch'))).toBeUndefined();
    expect(lookalike(latin('\x08\x07\x0a\x07pytorch'))).toBeUndefined();
  });
});

describe('a model that a tool has treated as text', () => {
  it.each<[string, (bytes: Buffer) => Uint8Array, RegExp]>([
    [
      'line feeds',
      (bytes) => latin(bytes.toString('latin1').replaceAll('\n', '\r\n')),
      /which turned each line feed into CR LF/,
    ],
    [
      'Latin-1 as UTF-8',
      (bytes) => Buffer.from(bytes.toString('latin1'), 'utf8'),
      /turned each byte from 80 to ff into two/,
    ],
    [
      'bytes that are no UTF-8',
      (bytes) => Buffer.from(bytes.toString('utf8'), 'utf8'),
      /replaced bytes by U\+FFFD/,
    ],
    ['UTF-16', (bytes) => Buffer.from(`\ufeff${bytes.toString('latin1')}`, 'utf16le'), /as a UTF-16 text/],
    ['hex digits', (bytes) => latin(bytes.toString('hex')), /^a hex dump of a model: `xxd -r`/],
    [
      'hex digits with offsets',
      (bytes) => latin(`00000000: ${bytes.toString('hex').replaceAll(/..../g, '$& ')}`),
      /^a hex dump of a model: /,
    ],
    ['zeros', (bytes) => new Uint8Array(bytes.length), /^a file that begins with zeros: .* copy or download/],
  ])('%s', async (_, transfer, kind) => {
    const bytes = Buffer.from(await model());
    expect(lookalike(bytes)).toBeUndefined();
    expect(lookalike(transfer(bytes))).toMatch(kind);
  });
});

it.each<[string, (bytes: Buffer) => string]>([
  ['base64', (bytes) => bytes.toString('base64').replaceAll(/.{76}/g, '$&\n')],
  ['URL-safe base64', (bytes) => bytes.toString('base64').replaceAll('+', '-').replaceAll('/', '_')],
  ['a data URL', (bytes) => `data:application/octet-stream;base64,${bytes.toString('base64')}`],
])('a model in %s is decoded by the given command', async (_, written) => {
  const bytes = Buffer.from(await model());
  const [, command = ''] =
    /^a model in base64: `(.*)` gives the file$/.exec(lookalike(latin(written(bytes))) ?? '') ?? [];
  expect(execFileSync('sh', ['-c', command], { input: written(bytes) }).equals(bytes)).toBe(true);
});

it.each(['\ufeff', '\n', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n'])(
  'a model after %j is found again by the given command',
  async (before) => {
    const bytes = Buffer.from(await model());
    const longer = Buffer.concat([Buffer.from(before), bytes]);
    const { lookalike: kind = '' } = await validate(memorySource(longer), { named: 'framed' });
    const [, command = ''] = /^a model after .*: `(tail -c \+\d+)` removes them$/.exec(kind) ?? [];
    expect(execFileSync('sh', ['-c', command], { input: longer }).equals(bytes)).toBe(true);
  },
);

it('a message is not taken for another kind of file', () => {
  expect(lookalike(MESSAGE)).toBeUndefined();
  expect(lookalike(new Uint8Array(0))).toBeUndefined();
});

describe('a report', () => {
  const reportOf = (bytes: Uint8Array) =>
    validate(memorySource(bytes), { named: 'framed', policy: { targets: ['4.20.0', '5.2.0'] } });

  it('has one finding for such a file', async () => {
    const crlf = latin(
      Buffer.from(await model())
        .toString('latin1')
        .replaceAll('\n', '\r\n'),
    );
    for (const bytes of [onnx({ ir_version: 8 }), latin('404: Not Found'), gzipSync('x'), crlf]) {
      const { diagnostics, counts, totals, lookalike: kind } = await reportOf(bytes);
      expect(counts).toEqual({ error: 1, warning: 0, info: 0 });
      expect(totals).toHaveLength(1);
      expect(diagnostics.map(({ offset, message }) => [offset, message])).toEqual([[0, `this is ${kind}`]]);
    }
  });

  it('is never valid, even if its code is switched off', async () => {
    const page = latin('<!DOCTYPE html><html><body>404</body></html>');
    const newer = (await model()).slice();
    newer[7] = 9;
    const files: [Uint8Array, string][] = [
      [page, 'frame-bad-magic'],
      [latin('\x00\x01\x02\x03 another kind of file, which no rule knows'), 'frame-bad-magic'],
      [(await model()).subarray(0, 20), 'frame-truncated-header'],
      [newer, 'frame-version-unsupported'],
    ];
    for (const [bytes, code] of files) {
      for (const level of ['off', 'info'] as const) {
        for (const targets of [undefined, ['4.20.0'] as const]) {
          const policy = { levels: new Map([[code, level]]), ...(targets && { targets }) };
          const report = await validate(memorySource(bytes), { named: 'framed', policy });
          expect(report.verdict).toBe('invalid');
          expect(report.totals).toContainEqual({ code, severity: 'error', count: 1 });
        }
      }
    }
    // Without a name, a JSON text is read as a bare message, and has other errors.
    const text = latin('{"message": "Not Found"}');
    const { totals = [] } = await validate(memorySource(text));
    const levels = new Map([...CATALOGUE.keys()].map((code) => [code, 'off'] as const));
    expect(totals[0]?.severity).toBe('error');
    expect((await validate(memorySource(text), { policy: { levels } })).verdict).toBe('invalid');
  });

  it('has a damaged magic, but is read if the code of this fault is off and the rest of the header is plausible', async () => {
    const bytes = new Uint8Array(readFileSync('corpus/valid/framed-v2.hef'));
    bytes[3] = 0x47;
    const policy = { levels: new Map([['frame-bad-magic', 'off']] as const) };
    expect((await validate(memorySource(bytes))).verdict).toBe('invalid');
    expect((await validate(memorySource(bytes), { policy })).verdict).toBe('valid');
  });

  it('is refused if it is a bare message under the name of a framed file', async () => {
    const named = await validate(memorySource(MESSAGE), { named: 'framed' });
    expect(named.diagnostics[0]).toMatchObject({ code: 'frame-bad-magic', severity: 'error', offset: 0 });
    expect(named.diagnostics[0]?.message).toContain('`protomdl convert --framing 0`');
    const other = await validate(memorySource(latin('SQLite format 3\0')), { named: 'framed' });
    expect(other.diagnostics[0]?.message).toMatch(/^the file begins with 53 51 4c 69; a framed file begins/);
    expect((await validate(memorySource(MESSAGE))).diagnostics.map(({ code }) => code)).not.toContain(
      'frame-bad-magic',
    );
  });
});

/** What is often handed over in place of a model, made by what makes it elsewhere. */
import { gzipSync } from 'node:zlib';
import protobuf from 'protobufjs';
import UPNG from 'upng-js';
import { describe, expect, it } from 'vitest';
import { lookalike } from '../../src/base/container/lookalike.js';
import { MESSAGE } from './frame-bytes.js';

const latin = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));

/** The first two fields of onnx.ModelProto. */
const onnx = (version: number, producer: string, then: Uint8Array = new Uint8Array(0)) =>
  Buffer.concat([
    protobuf.Writer.create().uint32(8).int32(version).uint32(18).string(producer).finish(),
    then,
  ]);

describe('a file that is no model', () => {
  it.each<[string, Uint8Array, RegExp]>([
    ['gzip', gzipSync('model'), /^a gzip archive: /],
    ['a picture', new Uint8Array(UPNG.encode([new ArrayBuffer(4)], 1, 1, 0)), /^a PNG picture$/],
    ['a page', latin('\n <!DOCTYPE html><title>Sign in</title>'), /^an HTML page: /],
    ['a page after a byte order mark', Buffer.from('\ufeff<html>'), /^an HTML page: /],
    ['XML', latin('<?xml version="1.0"?><a/>'), /^an XML document: /],
    ['tar', Buffer.concat([new Uint8Array(257), latin('ustar\x0000')]), /^a tar archive: /],
    ['bzip2', latin('BZh91AY&SY\x00'), /^a bzip2 archive: /],
    ['TensorFlow Lite', latin('\x1c\x00\x00\x00TFL3\x14'), /^a TensorFlow Lite model: compile it/],
    ['JSON', latin('{\n  "mdl": {}\n}'), /^a JSON text: /],
    ['words', Buffer.from('Grüße, and nothing more'), /^a text$/],
  ])('%s', (_, bytes, name) => {
    expect(lookalike(bytes)).toMatch(name);
  });

  it('may be a text where a text is read', () => {
    for (const text of ['{ "mdl": {} }', 'just a few words']) {
      expect(lookalike(latin(text))).toBeDefined();
      expect(lookalike(latin(text), { takesText: true })).toBeUndefined();
    }
    expect(lookalike(gzipSync(''), { takesText: true })).toMatch(/^a gzip/);
  });

  it('is looked for at its place alone', () => {
    expect(lookalike(Buffer.concat([new Uint8Array(256), latin('ustar')]))).toBeUndefined();
    expect(lookalike(latin('TFL3\x00\x00\x00\x00'))).toBeUndefined();
  });
});

describe('ONNX', () => {
  it('is known by its version and its producer', () => {
    for (const version of [1, 3, 10, 31]) {
      expect(lookalike(onnx(version, 'pytorch', Uint8Array.of(0)))).toMatch(
        /^an ONNX model: compile it first/,
      );
    }
    for (const producer of ['tf', 'skl2onnx 1.14', 'p'.repeat(63)]) {
      expect(lookalike(onnx(7, producer, Uint8Array.of(0)))).toMatch(/^an ONNX model/);
    }
  });

  it('is not what has other fields, or values that exporters do not write', () => {
    for (const version of [0, 32, 127]) expect(lookalike(onnx(version, 'pytorch'))).toBeUndefined();
    for (const producer of ['', 'p', 'p'.repeat(64), 'py\x01torch']) {
      expect(lookalike(onnx(7, producer))).toBeUndefined();
    }
    expect(lookalike(latin('\x10\x07\x12\x07pytorch'))).toBeUndefined();
    expect(lookalike(latin('\x08\x07\x1a\x07pytorch'))).toBeUndefined();
  });
});

it('says nothing of a message', () => {
  expect(lookalike(MESSAGE)).toBeUndefined();
  expect(lookalike(new Uint8Array(0))).toBeUndefined();
});

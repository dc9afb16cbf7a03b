import { expect, it } from 'vitest';
import { ProtomdlError } from '../../src/base/diagnostics/error.js';
import { notesProblem, openNotes } from '../../src/show/network/read-notes.js';
import { failure } from '../source/bytes.js';

/** A blob whose bytes are not read, or cannot be read. */
const blob = (length: number, error = new Error('was read')) =>
  ({ length, offset: 7, read: () => Promise.reject(error) }) as never;

it.each<[string, number, Error | undefined, object]>([
  ['are missing', 0, undefined, { code: 'notes-absent' }],
  ['have a byte too many', 2 ** 26 + 1, undefined, { code: 'notes-too-large', offset: 7 }],
  ['are read up to 64 MiB', 2 ** 26, undefined, { message: 'was read' }],
  [
    'of a stream are past',
    1,
    new ProtomdlError('source-not-seekable', 'past'),
    { code: 'notes-unreadable', message: 'past', offset: 7 },
  ],
  ['changed', 1, new ProtomdlError('source-changed', 'changed'), { code: 'source-changed' }],
])('notes that %s', async (_what, length, error, expected) => {
  expect(await failure(() => openNotes(blob(length, error)))).toMatchObject(expected);
});

it('errors in the message are reported as problems of the notes; other errors are thrown', async () => {
  const absent = await failure(() => openNotes(blob(0)));
  expect(notesProblem(absent)).toMatchObject({
    code: 'notes-absent',
    message: expect.stringContaining('no notes'),
  });
  const broken = new ProtomdlError('wire-truncated', 'it is cut', 9);
  expect(notesProblem(broken)).toEqual({
    code: 'notes-unreadable',
    message: 'the notes cannot be read: it is cut',
    offset: 9,
  });
  for (const error of [new TypeError('a fault'), new ProtomdlError('source-changed', 'changed')]) {
    expect(() => notesProblem(error)).toThrow(error.message);
  }
});

import { describe, expect, it } from 'vitest';
import { parseJump } from '../../src/page/views/structure/place-of-part.js';

describe('the box for jumps', () => {
  it.each([
    ['420', 420],
    [' 0x1A4 ', 420],
    ['1_000', 1000],
    ['+16', 116],
    ['-0x10', 84],
    ['+ 1', 101],
    ['0', 0],
    ['4999', 4999],
  ])('reads %s as offset %d', (text, offset) => {
    expect(parseJump(text, 100, 5000)).toEqual({ kind: 'offset', offset });
  });

  it.each(['header.version', 'network_groups[0].contexts[12]', 'header.#7', '0xyz', 'a+1'])(
    'reads %s as a path',
    (path) => {
      expect(parseJump(path, 100, 5000)).toEqual({ kind: 'path', path });
    },
  );

  it.each([
    ['', 'enter an offset'],
    ['5000', 'ends at 5000 (0x1388)'],
    ['+4900', 'ends at'],
    ['-101', 'is negative'],
    ['99999999999999999999999', 'ends at'],
  ])('explains why %j has no target', (text, why) => {
    expect(parseJump(text, 100, 5000)).toMatchObject({ kind: 'nowhere', why: expect.stringContaining(why) });
  });

  it('has no target if the file is empty', () => {
    expect(parseJump('0', 0, 0).kind).toBe('nowhere');
  });
});

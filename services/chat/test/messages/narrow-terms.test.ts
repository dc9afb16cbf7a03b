import { describe, expect, it } from 'vitest';
import { searchParts } from '../../src/messages/narrow/search-words.js';
import { NarrowError, parseNarrow } from '../../src/messages/narrow/terms.js';

const one = (operator: string, operand: unknown, negated?: boolean) =>
  parseNarrow([negated === undefined ? { operator, operand } : { operator, operand, negated }])[0];

describe('terms of a narrow', () => {
  it.each([
    ['stream', 'general', 'channel', 'general'],
    ['channel', 7, 'channel', 7],
    ['streams', 'public', 'channels', 'public'],
    ['subject', '', 'topic', ''],
    ['from', 'me', 'sender', 'me'],
    ['pm-with', 'a@x.org, b@x.org', 'dm', ['a@x.org', 'b@x.org']],
    ['pm-with', 'a@x.org,b@x.org', 'dm', ['a@x.org', 'b@x.org']],
    ['dm', [3, 4], 'dm', [3, 4]],
    ['dm', 3, 'dm', [3]],
    ['dm', [], 'dm', []],
    ['dm-including', 3, 'dm-including', [3]],
    ['near', '12', 'near', 12],
    ['with', 12, 'with', 12],
    ['is', 'private', 'is', 'dm'],
    ['has', 'images', 'has', 'image'],
    ['search', ' two words ', 'search', 'two words'],
  ])('%s %j means %s %j', (operator, operand, name, value) => {
    expect(one(operator, operand)).toEqual({ operator: name, operand: value, negated: false });
  });

  it.each([
    ['nonsense', 'x'],
    ['constructor', 'x'],
    ['channel', null],
    ['channel', 1.5],
    ['topic', 4],
    ['is', 'happy'],
    ['is', 'constructor'],
    ['has', 'constructor'],
    ['in', 'office'],
    ['dm', [1, 'a@x.org']],
    ['dm', Array.from({ length: 101 }, (_, n) => n)],
    ['id', 'seven'],
    ['id', -1],
    ['search', '  '],
  ])('%s %j is refused', (operator, operand) => {
    expect(() => one(operator, operand)).toThrow(NarrowError);
  });

  it('can be negated, except for the operators with and near', () => {
    expect(one('topic', 'x', true)).toMatchObject({ negated: true });
    expect(() => one('with', 5, true)).toThrow(NarrowError);
    expect(() => one('near', 5, true)).toThrow(NarrowError);
  });
});

describe('parts of a search', () => {
  it.each([
    ['one two', [false, 'one'], [false, 'two']],
    ['"one two" three', [true, 'one two'], [false, 'three']],
    ['say "to the end', [false, 'say'], [true, 'to the end']],
    ['"" x', [false, 'x']],
  ])('%j', (query, ...parts) => {
    expect(searchParts(query).map(({ phrase, text }) => [phrase, text])).toEqual(parts);
  });
});

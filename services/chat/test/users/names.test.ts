import { describe, expect, test } from 'vitest';
import { channelNameProblem } from '../../src/channels/channel.js';
import { normalName, unseenCharacter } from '../../src/names.js';
import { topicProblem } from '../../src/topics/topic.js';
import { checkedName } from '../../src/users/rules.js';

test('names are stored in composed form, with single spaces inside and none at their ends', () => {
  expect(normalName('  Zoe\u0308   of\u00a0\u2003Oz ')).toBe('Zo\u00eb of Oz');
});

describe('invisible characters are refused in names of all kinds', () => {
  test.each([
    ['a zero-width space', 'Ia\u200bgo'],
    ['an override of the direction', '\u202eogaI'],
    ['a soft hyphen', 'Ia\u00adgo'],
    ['a byte order mark', 'Iago\ufeff!'],
    ['a joiner between Latin letters', 'Ia\u200dgo'],
    ['a private character', 'Ia\ue000go'],
    ['an unassigned one', 'Ia\u0378go'],
    ['a line separator', 'Ia\u2028go'],
    ['a tag', 'Iago\u{e0041}'],
  ])('%s', (_what, name) => {
    expect(unseenCharacter(name)).toBeGreaterThan(0);
    expect(channelNameProblem(name)).toMatch(/Invalid character in channel name, at position \d/);
    expect(topicProblem(name, 60)).toBe('control');
    expect(() => checkedName(name)).toThrow(/Invalid characters/);
  });
});

test.each([
  ['Persian', '\u0646\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645'],
  ['Sinhala', '\u0dc1\u0dca\u200d\u0dbb\u0dd3'],
  ['a family', '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}'],
  ['a sign of a person at work', '\u{1f469}\u{1f3fd}\u200d\u{1f4bb}'],
  ['plain', 'Iago Montague-Capulet, Jr.'],
  ['another script', '日本語 ünï'],
])('%s is a name', (_what, name) => {
  expect(unseenCharacter(name)).toBeUndefined();
  expect(checkedName(name)).toBe(name);
});

test.each(['Zoe|3', 'Zoe| 3', 'a@b', 'a`b', 'a*b', 'a"b', 'a>b'])(
  '%s would be ambiguous in a mention',
  (name) => {
    expect(() => checkedName(name)).toThrow(/Invalid characters/);
  },
);
test('a name may have a bar before a word', () => expect(checkedName('Zoe | design')).toBe('Zoe | design'));

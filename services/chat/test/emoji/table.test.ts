import { describe, expect, it } from 'vitest';
import { byName, chooseEmoji } from '../../src/emoji/choose.js';
import { checkEmojiName } from '../../src/emoji/rules.js';
import { isUnicodeCode, unicodeCode, unicodeEmoji, unicodeNames } from '../../src/emoji/table.js';

const CUSTOM = [
  { id: '1', name: 'party', deactivated: false },
  { id: '2', name: 'old', deactivated: true },
  { id: '3', name: 'octopus', deactivated: false },
];

describe('names', () => {
  // The expected code points come from Unicode's own data, which is part of the JavaScript engine.
  it('have codes that are emoji in Unicode', () => {
    const wrong = [...unicodeEmoji()].filter(([, code]) => {
      const text = String.fromCodePoint(...code.split('-').map((point) => Number.parseInt(point, 16)));
      return !/^(?:\p{Emoji}|\p{Emoji_Component})+$/u.test(text);
    });
    expect(wrong).toEqual([]);
  });

  it.each([
    ['smile', '😄'],
    ['heart', '❤'],
    ['+1', '👍'],
    ['thumbs_up', '👍'],
    ['tada', '🎉'],
    ['octopus', '🐙'],
    ['car', '🚗'],
    ['check', '✅'],
    ['flag_de', '🇩🇪'],
    ['working_on_it', '🛠'],
  ])('%s is %s', (name, emoji) => {
    const code = [...emoji].map((point) => point.codePointAt(0)!.toString(16)).join('-');
    expect(unicodeCode(name)).toBe(code);
    expect(unicodeNames(code)).toContain(name);
  });

  it('there are at least 1,800 emoji, and codes are lower-case hex joined by dashes', () => {
    expect(new Set(unicodeEmoji().values()).size).toBeGreaterThan(1800);
    for (const code of unicodeEmoji().values()) expect(code).toMatch(/^[0-9a-f]{2,6}(-[0-9a-f]{2,6})*$/);
    expect(isUnicodeCode('1F604')).toBe(false);
  });
});

describe('choosing an emoji', () => {
  it('by its name alone: custom emoji of the organization come first', () => {
    expect(byName('octopus', CUSTOM)).toEqual({
      emoji_name: 'octopus',
      emoji_code: '3',
      reaction_type: 'realm_emoji',
    });
    expect(byName('octopus', [])).toMatchObject({ emoji_code: '1f419', reaction_type: 'unicode_emoji' });
    expect(byName('old', CUSTOM)).toBeUndefined();
    expect(byName('zulip', [])).toMatchObject({ emoji_code: 'zulip', reaction_type: 'service_extra_emoji' });
  });

  it('by code and kind: a name that only the client knows is kept', () => {
    const choice = { emoji_name: 'my_name_for_it', emoji_code: '1f419', reaction_type: 'unicode_emoji' };
    expect(chooseEmoji(choice, [])).toEqual(choice);
    const extra = { emoji_name: 'zulip', emoji_code: 'zulip', reaction_type: 'zulip_extra_emoji' };
    expect(chooseEmoji(extra, [])).toMatchObject({ reaction_type: 'service_extra_emoji' });
    expect(chooseEmoji({ emoji_code: '1f419' }, [])).toMatchObject({ emoji_name: '1f419' });
  });

  it.each([
    [{ emoji_name: 'no_such' }],
    [{}],
    [{ emoji_name: 'heart', emoji_code: '1f419', reaction_type: 'unicode_emoji' }],
    [{ emoji_name: 'x', emoji_code: 'ffff', reaction_type: 'unicode_emoji' }],
    [{ emoji_name: 'x'.repeat(101), emoji_code: '1f419', reaction_type: 'unicode_emoji' }],
    [{ emoji_name: 'a\nb', emoji_code: '1f419', reaction_type: 'unicode_emoji' }],
    [{ emoji_name: 'party', emoji_code: '9', reaction_type: 'realm_emoji' }],
    [{ emoji_name: 'other', emoji_code: '1', reaction_type: 'realm_emoji' }],
    [{ emoji_name: 'old', emoji_code: '2', reaction_type: 'realm_emoji' }],
    [{ emoji_name: 'smile', reaction_type: 'realm_emoji' }],
    [{ emoji_name: 'smile', reaction_type: 'nonsense' }],
  ])('%j is refused', (choice) =>
    expect(() => chooseEmoji(choice, CUSTOM)).toThrow(expect.objectContaining({ status: 400 })),
  );

  it('works for a deactivated emoji if a user joins an existing reaction', () => {
    const choice = { emoji_code: '2', reaction_type: 'realm_emoji' };
    expect(chooseEmoji(choice, CUSTOM, { allowDeactivated: true })).toMatchObject({ emoji_name: 'old' });
  });
});

it.each([
  ['party', true, true],
  ['a'.repeat(100), true, true],
  ['a'.repeat(101), true, false],
  ['a_.-1', false, true],
  ['a_', true, false],
  ['Party', true, false],
  ['', true, false],
  // Zulip's own emoji exists in every organization.
  ['zulip', true, false],
  ['octopus', true, true],
  ['octopus', false, false],
])('a custom emoji may have the name %s, if it may replace other emoji (%s): %s', (name, may, expected) => {
  const check = () => checkEmojiName(name, may);
  if (expected) expect(check).not.toThrow();
  else expect(check).toThrow(expect.objectContaining({ status: 400 }));
});

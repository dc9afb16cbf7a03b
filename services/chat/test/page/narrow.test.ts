import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { narrowPath } from '../../src/markdown/channel-links.js';
import type { Message } from '../../web/api/types.js';
import { rowsOf } from '../../web/conversation/rows.js';
import { matches } from '../../web/places/conversation.js';
import { apiNarrow, destinationOf, formatNarrow, parseNarrow } from '../../web/places/narrow.js';

const message = (fields: Partial<Message>): Message => ({
  ...{ id: 1, type: 'stream', sender_id: 2, sender_full_name: 'Bo', avatar_url: null, content: '' },
  ...{ display_recipient: 'general', stream_id: 3, subject: 'lunch', timestamp: 0, is_me_message: false },
  ...{ reactions: [], submessages: [], flags: [], ...fields },
});

describe('addresses of conversations', () => {
  it('are read in the form in which the server writes them into messages', () => {
    fc.assert(
      fc.property(
        fc.nat(1e6),
        fc.string({ unit: 'grapheme', minLength: 1 }),
        fc.string({ unit: 'grapheme' }),
        (id, name, topic) => {
          const hash = narrowPath({ id, name } as never, topic, 17);
          expect(parseNarrow(hash)).toEqual([
            { operator: 'channel', operand: id },
            { operator: 'topic', operand: topic.toWellFormed() },
            { operator: 'near', operand: 17 },
          ]);
        },
      ),
    );
  });

  it('stay the same when they are written and read again', () => {
    const operand = fc.oneof(
      fc.record({ operator: fc.constant('topic'), operand: fc.string({ unit: 'grapheme' }) }),
      fc.record({
        operator: fc.constant('search'),
        operand: fc.string({ unit: 'grapheme' }),
        negated: fc.constant(true),
      }),
      fc.record({ operator: fc.constant('sender'), operand: fc.nat() }),
      fc.record({ operator: fc.constant('dm'), operand: fc.uniqueArray(fc.nat(), { minLength: 1 }) }),
    );
    fc.assert(
      fc.property(fc.array(operand, { minLength: 1, maxLength: 4 }), (narrow) => {
        const read = parseNarrow(formatNarrow(narrow, () => 'A name.with % signs'));
        expect(read).toEqual(narrow);
      }),
    );
  });

  it('of older clients have the same meaning as those of this page', () => {
    expect(parseNarrow('#narrow/stream/3-general/subject/a.20b')).toEqual(
      parseNarrow('#narrow/channel/3/topic/a.20b'),
    );
    expect(parseNarrow('#narrow/pm-with/4,7-group')).toEqual([{ operator: 'dm', operand: [4, 7] }]);
    expect(parseNarrow('#inbox')).toBeUndefined();
    expect(destinationOf(parseNarrow('#narrow/channel/3/topic/x/near/5')!)).toEqual({
      ...{ kind: 'channel', channelId: 3, topic: 'x' },
    });
    expect(apiNarrow(parseNarrow('#narrow/channel/3/near/5')!)).toEqual([
      { operator: 'channel', operand: 3, negated: false },
    ]);
  });
});

describe('messages of a narrow', () => {
  it.each([
    ['#narrow/channel/3/topic/LUNCH', {}, true],
    ['#narrow/channel/3/topic/dinner', {}, false],
    ['#narrow/-sender/2', {}, false],
    ['#narrow/dm/2', { type: 'private', display_recipient: [{ id: 1 }, { id: 2 }] }, true],
    ['#narrow/dm/2,5', { type: 'private', display_recipient: [{ id: 1 }, { id: 2 }] }, false],
    ['#narrow/is/mentioned', { flags: ['stream_wildcard_mentioned'] }, true],
    ['#narrow/channel/3/search/words', {}, undefined],
    ['#narrow/channel/4/search/words', {}, false],
  ])('%s', (hash, fields, expected) => {
    expect(matches(message(fields as Partial<Message>), parseNarrow(hash)!, 1)).toBe(expected);
  });
});

describe('rows of a list', () => {
  const options = { me: 1, firstUnread: undefined, showsPlaces: false, isSparse: false };
  const kinds = (messages: Message[], more: object = {}) =>
    rowsOf(messages, { ...options, ...more }).map((row) =>
      row.kind === 'message' ? (row.isFirst ? 'first' : 'next') : row.kind,
    );

  it('group messages that one sender wrote within five minutes of one day', () => {
    const noon = new Date(2026, 5, 1, 12).getTime() / 1000;
    const at = (id: number, seconds: number, sender_id = 2) =>
      message({ id, timestamp: noon + seconds, sender_id });
    expect(kinds([at(1, 0), at(2, 299), at(3, 700), at(4, 701, 5)])).toEqual([
      'day',
      'first',
      'next',
      'first',
      'first',
    ]);
    expect(kinds([at(1, 0), at(2, 86_400)])).toEqual(['day', 'first', 'day', 'first']);
    expect(kinds([at(1, 0), at(2, 1)], { firstUnread: 2 })).toEqual(['day', 'first', 'unread', 'first']);
    expect(kinds([at(1, 0), { ...at(2, 1), subject: 'other' }], { showsPlaces: true })).toEqual([
      ...['day', 'place', 'first', 'place', 'first'],
    ]);
  });
});

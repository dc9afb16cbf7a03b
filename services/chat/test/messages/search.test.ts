import fc from 'fast-check';
import { type DefaultTreeAdapterMap, parseFragment, serialize } from 'parse5';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { joinTexts, MARK_START, MARK_STOP, weaveMarks } from '../../src/messages/narrow/highlight.js';
import { type Chat, startChat, type TestUser } from '../support/chat.js';

let chat: Chat;
let ann: TestUser;

beforeAll(async () => {
  chat = await startChat();
  ann = await chat.user({ name: 'Ann' });
  await ann.client.ok('post', '/users/me/subscriptions', { subscriptions: [{ name: 'general' }] });
});
afterAll(() => chat.stop());

const send = async (content: string, topic = 'talk') =>
  (await ann.client.ok('post', '/messages', { type: 'channel', to: 'general', topic, content })).id as number;

interface Found {
  id: number;
  match_content: string;
  match_subject: string;
  content: string;
}

const search = async (query: string, more: unknown[] = []): Promise<Found[]> =>
  (
    await ann.client.ok('get', '/messages', {
      anchor: 'newest',
      num_before: 100,
      num_after: 0,
      narrow: [['search', query], ...more],
    })
  ).messages;

const hit = (text: string) => `<span class="highlight">${text}</span>`;

type Node = DefaultTreeAdapterMap['childNode'];

/** Returns the document without the marks of found words. */
function unmarked(html: string): string {
  const root = parseFragment(html);
  const visit = (parent: { childNodes: Node[] }): void => {
    parent.childNodes = parent.childNodes.flatMap((child) => {
      if ('childNodes' in child) visit(child);
      const isMark = 'attrs' in child && child.attrs.some(({ value }) => value === 'highlight');
      return isMark && 'childNodes' in child ? child.childNodes : [child];
    });
  };
  visit(root);
  return serialize(root);
}

describe('a search', () => {
  it('finds words in any inflected form in content and topic; all words are required', async () => {
    const id = await send('The cats were **running** home', 'animal news');
    await send('a cat sleeps');
    for (const query of ['running', 'run cats', 'RUNS home', 'cat animal', 'the running'])
      expect([query, (await search(query)).map((found) => found.id)]).toEqual([query, [id]]);
    expect(await search('running dogs')).toEqual([]);
    expect(await search('""')).toEqual([]);
  });

  it('has at most 100 words, in all its terms together', async () => {
    const id = await send(Array.from({ length: 100 }, (_, index) => `w${index}`).join(' '));
    const words = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, index) => `w${from + index}`).join(' ');
    expect((await search(words(0, 50), [['search', words(50, 100)]])).map((found) => found.id)).toEqual([id]);
    for (const terms of [
      [['search', 'x '.repeat(4_000)]],
      [
        ['search', words(0, 60)],
        ['search', words(0, 60)],
      ],
    ])
      expect(
        await ann.client.get('/messages', {
          anchor: 'newest',
          num_before: 1,
          num_after: 0,
          narrow: terms,
        }),
      ).toMatchObject({ status: 400, body: { code: 'BAD_NARROW' } });
  });

  it('finds phrases in quotes', async () => {
    const id = await send('one blue green three');
    await send('one green blue three');
    expect((await search('"blue green"')).map((found) => found.id)).toEqual([id]);
    expect((await search('blue green')).length).toBe(2);
  });

  it('can be combined with other terms, and negated', async () => {
    const { messages } = await ann.client.ok('get', '/messages', {
      anchor: 'newest',
      num_before: 100,
      num_after: 0,
      narrow: [{ operator: 'search', operand: 'blue', negated: true }],
    });
    expect(messages.length).toBeGreaterThan(0);
    for (const message of messages) expect(message.content).not.toContain('blue');
    expect(await search('blue', [['topic', 'animal news']])).toEqual([]);
  });

  it('marks found words in text only, and never inside a tag', async () => {
    const id = await send(
      '[target](https://target.example/target?target=1 "target") & `target` <target>',
      'on <target>',
    );
    const [found] = await search('target');
    expect(found!.id).toBe(id);
    expect(found!.match_content).toContain(hit('target'));
    expect(unmarked(found!.match_content)).toBe(serialize(parseFragment(found!.content)));
    for (const attribute of found!.match_content.matchAll(/<[a-z]+ [^>]*>/g))
      if (!attribute[0].includes('class="highlight"')) expect(attribute[0]).not.toContain('highlight');
    expect(found!.match_subject).toBe(`on &lt;${hit('target')}&gt;`);
  });

  it.each(['span', 'class', 'href', 'p', 'amp', 'lt', 'highlight', 'https'])(
    'for the word %s leaves markup alone',
    async (word) => {
      await send(`markup [${word}](https://example.com/${word}) **${word}** a < b & c &amp; \`<${word}>\``);
      for (const found of await search(word))
        expect(unmarked(found.match_content)).toBe(serialize(parseFragment(found.content)));
    },
  );

  it('succeeds for any text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 1, maxLength: 30 }), async (query) => {
        const answer = await ann.client.get('/messages', {
          anchor: 'newest',
          num_before: 5,
          num_after: 0,
          narrow: [['search', query]],
        });
        expect([200, 400]).toContain(answer.status);
      }),
      { numRuns: 40 },
    );
  });

  it('returns which of the given messages match', async () => {
    const id = await send('needle in hay', 'haystack');
    const { messages } = await ann.client.ok('get', '/messages/matches_narrow', {
      msg_ids: [id, id - 1, 4_000_000_000],
      narrow: [['search', 'needle']],
    });
    expect(messages).toEqual({
      [id]: { match_content: `<p>${hit('needle')} in hay</p>`, match_subject: 'haystack' },
    });
  });
});

describe('marks in markup', () => {
  it('are inserted into the texts between tags and nowhere else', () => {
    const html = '<p>a <a href="b">b</a> c</p>';
    const marked = joinTexts(html).replace('b', `${MARK_START}b${MARK_STOP}`);
    expect(weaveMarks(html, marked)).toBe(`<p>a <a href="b">${hit('b')}</a> c</p>`);
  });

  it('cannot be part of a message', () => {
    const html = `<p>x ${MARK_START}y${MARK_STOP} \u001e z</p>`;
    expect(weaveMarks(html, joinTexts(html))).toBe('<p>x  y    z</p>');
  });
});

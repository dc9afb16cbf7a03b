import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compileLinkifier,
  MAX_LINKS,
  matchLinkifiers,
  newBudget,
  SEARCH_BUDGET,
  topicLinks,
} from '../../src/linkifiers/match.js';
import { linkifierProblem } from '../../src/linkifiers/rules.js';

const linkifier = (pattern: string, url_template: string, id = 1) =>
  compileLinkifier({ id, pattern, url_template });

describe('matches', () => {
  it('equal the matches of JavaScript’s regular expressions, for patterns that are safe there', () => {
    const rule = linkifier('[A-Z]+-(?P<id>[0-9]+)', 'https://t.test/{id}');
    const oracle = /(?<![\p{L}\p{N}_])[A-Z]+-([0-9]+)(?![\p{L}\p{N}_])/gu;
    const text = fc.array(
      fc.constantFrom('AB-1', 'A', '-', '12', ' ', 'é', '_', '(', ')', 'Z-9', '😀', '\n'),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(text, (pieces) => {
        const source = pieces.join(' ').replaceAll('  ', '');
        const found = matchLinkifiers(source, [rule]).map(({ start, end, url }) => [
          source.slice(start, end),
          url,
        ]);
        const expected = Array.from(source.matchAll(oracle), ([text, id]) => [text, `https://t.test/${id}`]);
        expect(found).toEqual(expected);
      }),
    );
  });

  it('do not overlap: the earlier linkifier takes precedence', () => {
    const first = linkifier('#(?P<id>[0-9]+)', 'https://first.test/{id}', 1);
    const second = linkifier('(?P<repo>[a-z]+)#(?P<id>[0-9]+)', 'https://second.test/{repo}/{id}', 2);
    expect(topicLinks('web#12 and #13', [second, first])).toEqual([
      { text: 'web#12', url: 'https://second.test/web/12' },
      { text: '#13', url: 'https://first.test/13' },
    ]);
    expect(topicLinks('web #12', [first, second])).toEqual([{ text: '#12', url: 'https://first.test/12' }]);
  });

  it('expand a URL template by RFC 6570', () => {
    const rule = linkifier('(?P<a>[a-z/ ]+)!(?P<b>[0-9]*)', 'https://t.test/{a}/{+a}{?b}');
    expect(topicLinks('x/y z!', [rule])).toEqual([
      { text: 'x/y z!', url: 'https://t.test/x%2Fy%20z/x/y%20z?b=' },
    ]);
  });

  it('that do not expand to an http URL are dropped', () => {
    expect(topicLinks('go javascript:x', [linkifier('go (?P<u>.*)', '{+u}')])).toEqual([]);
  });

  it('of a usual pattern stay within the budget, even for many matches', () => {
    const text = `${Array.from({ length: 100 }, (_, n) => `#${n} x#${n} `).join('')}${'word '.repeat(1700)}`;
    expect(matchLinkifiers(text, [linkifier('#(?P<id>[0-9]+)', 'https://t.test/{id}')])).toHaveLength(100);
  });

  it('are found at every position of a long line', () => {
    const rule = linkifier('#(?P<id>[0-9]{1,299})$?', 'https://t.test/{id}');
    for (const at of [0, 1, 290, 300, 301, 599, 600, 601, 5000]) {
      const id = '7'.repeat(250);
      const text = `${'x '.repeat(5000).slice(0, at)} #${id} end ${'y '.repeat(500)}`;
      expect(matchLinkifiers(text, [rule]).map(({ start, end }) => text.slice(start, end))).toEqual([
        `#${id}`,
      ]);
    }
  });

  it('of large patterns exhaust the budget sooner', () => {
    const spent = (pattern: string) => {
      const budget = { links: MAX_LINKS, characters: SEARCH_BUDGET };
      matchLinkifiers(
        'Some words, a link #12 and code. '.repeat(30),
        [linkifier(pattern, 'https://t.test/')],
        budget,
      );
      return SEARCH_BUDGET - budget.characters;
    };
    expect(spent('#x')).toBeLessThan(2000);
    // Without a budget, searching 10,000 characters with ten such patterns took 0.2 s.
    expect(spent('(?:a?){250}a{250}')).toBeGreaterThan(10_000);
  });

  it('stop at 100 links and at the search budget', () => {
    expect(
      matchLinkifiers('#1 '.repeat(300), [linkifier('#(?P<id>[0-9])', 'https://t.test/{id}')]),
    ).toHaveLength(MAX_LINKS);
    const budget = { links: MAX_LINKS, characters: SEARCH_BUDGET };
    // A match whose expansion is not a URL does not become a link, but its search still counts against the budget.
    matchLinkifiers('a '.repeat(5000), [linkifier('(?P<a>a)(?:[^b]*b)?', '{+a}')], budget);
    expect(budget.characters).toBeGreaterThanOrEqual(0);
    expect(budget.characters).toBeLessThan(10_000);
  });

  it('are not searched for if the text lacks the characters that they begin with', () => {
    const budget = newBudget();
    const rules = ['TICKET-(?P<id>[0-9]+)', 'bug (?P<id>[0-9]+)'].map((pattern) =>
      linkifier(pattern, 'https://t.test/{id}'),
    );
    matchLinkifiers('word '.repeat(2000), rules, budget);
    expect(budget.characters).toBe(SEARCH_BUDGET);
    expect(matchLinkifiers(`${'word '.repeat(1990)} TICKET-7, bug 8`, rules, budget)).toHaveLength(2);
    expect(SEARCH_BUDGET - budget.characters).toBeLessThan(1000);
  });

  it.each([
    ['ab*c', 'ac'],
    ['ab{0}c', 'ac'],
    ['a|b', 'b'],
    ['(?i)kelvin', 'KELVIN'],
    ['(?i:a)b', 'Ab'],
    ['#é?x', '#x'],
    ['\\Q#\\E1', '#1'],
    ['x1', '😀x1'],
  ])('of %s are found in %s, whatever the pattern seems to begin with', (pattern, text) => {
    expect(matchLinkifiers(`- ${text} -`, [linkifier(pattern, 'https://t.test/')])).toHaveLength(1);
  });
});

describe('a linkifier is refused', () => {
  it.each([
    ['(?:(?:ab?){1,100}c){1,10}', 'https://t.test/', /too complex/],
    ['(?<=a)b(?P<id>c)', 'https://t.test/{id}', /look/i],
    ['(?P<id>', 'https://t.test/{id}', /pattern/i],
    ['(?P<id>a)\\1', 'https://t.test/{id}', /pattern/i],
    ['a'.repeat(501), 'https://t.test/', /500/],
    ['', 'https://t.test/', /empty/],
    ['(?P<id>a)', 'https://t.test/', /id/],
    ['a', 'https://t.test/{id}', /id/],
    ['(a)(?P<id>b)', 'https://t.test/{id', /template/i],
    ['(?P<id>a)', 'javascript:{id}', /http/],
    ['(?P<id>a)', '{+id}', /http/],
    ['(?P<id>a*)', 'https://t.test/{id}', /empty text/],
  ])('%j %j', (pattern, template, problem) => expect(linkifierProblem(pattern, template)).toMatch(problem));

  it('unless all its groups and variables match', () => {
    expect(linkifierProblem('(?P<a>x)-(?P<b>y)', 'https://t.test/{a}{?b}')).toBeUndefined();
    expect(linkifierProblem('(?<a>x)', 'https://t.test/{a:3}')).toBeUndefined();
    expect(linkifierProblem('plain', 'http://t.test/')).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import { EMPTY_CONTEXT } from '../../src/markdown/context.js';
import { MOST_BARE_LINKS } from '../../src/markdown/links.js';
import { collectReferences } from '../../src/markdown/references.js';
import { render } from '../../src/markdown/renderer.js';
import { CONTEXT } from './context.js';

const html = (source: string) => render(source, CONTEXT).html;
const OUTSIDE = 'rel="noopener noreferrer nofollow" target="_blank"';
const PICTURE = '/user_uploads/2/ab/abcdefghijklmnopqrstuvwx/a.png';

describe('plain Markdown', () => {
  it.each([
    ['a\nb', '<p>a<br>\nb</p>'],
    ['~~a~~ **b** *c*', '<p><del>a</del> <strong>b</strong> <em>c</em></p>'],
    ['<b>x</b>', '<p>&lt;b&gt;x&lt;/b&gt;</p>'],
    [
      '|a|b|\n|:-|-:|\n|1|2|',
      '<table>\n<thead>\n<tr>\n<th align="left">a</th>\n<th align="right">b</th>\n</tr>\n</thead>\n' +
        '<tbody>\n<tr>\n<td align="left">1</td>\n<td align="right">2</td>\n</tr>\n</tbody>\n</table>',
    ],
    [
      '- [ ] a\n- [x] b',
      '<ul>\n<li><input type="checkbox" disabled> a</li>\n<li><input type="checkbox" disabled checked> b</li>\n</ul>',
    ],
    ['/me waves', '<p>/me waves</p>'],
  ])('%j', (source, expected) => expect(html(source)).toBe(expected));
});

it('shows at most twenty pictures of a message, each once', () => {
  const pictures = Array.from({ length: 25 }, (_, i) => `[p](${PICTURE.replace('a.png', `${i}.png`)})`);
  const shown = (source: string) => html(source).match(/<img /g)?.length ?? 0;
  expect(shown(pictures.join(' '))).toBe(20);
  expect(shown(`${pictures[0]} ${pictures[0]}`)).toBe(1);
});

it('finds no bare address in a run of a hundred signs', () => {
  const run = (sign: string, count: number) => html(`see www.example.com/${`a${sign}`.repeat(count)}`);
  for (const sign of ['.', '/', ':', '@']) {
    expect([sign, run(sign, 30).includes('<a ')]).toEqual([sign, true]);
    expect([sign, run(sign, 120).includes('<a ')]).toEqual([sign, false]);
  }
});

it('makes links of up to two hundred bare addresses of a message; further ones stay text', () => {
  const links = (source: string) => html(source).match(/<a /g)?.length ?? 0;
  expect(links('http://a.b/ '.repeat(MOST_BARE_LINKS))).toBe(MOST_BARE_LINKS);
  expect(links('http://a.b/ '.repeat(800))).toBe(MOST_BARE_LINKS);
  expect(links('www.a.com '.repeat(800))).toBe(MOST_BARE_LINKS);
  // Each message has a count of its own, and links in Markdown syntax are not counted.
  expect(links('[a](http://a.b/) '.repeat(300))).toBe(300);
});

describe('links', () => {
  it.each([
    ['[x](http://a.b "t")', `<p><a href="http://a.b" ${OUTSIDE} title="t">x</a></p>`],
    ['www.example.com', `<p><a href="http://www.example.com" ${OUTSIDE}>www.example.com</a></p>`],
    ['a@b.com', `<p><a href="mailto:a@b.com" ${OUTSIDE}>a@b.com</a></p>`],
    ['main.rs README.md', '<p>main.rs README.md</p>'],
    ['[x](javascript:alert(1))', '<p>[x](javascript:alert(1))</p>'],
    ['[x](data:text/html,a)', '<p>[x](data:text/html,a)</p>'],
    ['[x](//evil.test/)', '<p>[x](//evil.test/)</p>'],
    ['[x](/other)', '<p>[x](/other)</p>'],
    ['[x]()', '<p>x</p>'],
    ['[x](#narrow/channel/1-a)', '<p><a href="#narrow/channel/1-a">x</a></p>'],
    ['![p](http://e.test/a.png)', `<p><a href="http://e.test/a.png" ${OUTSIDE}>p</a></p>`],
    // The first letter is Cyrillic: the host imitates apple.com and is shown in its ASCII form.
    ['http://аpple.com', `<p><a href="http://xn--pple-43d.com" ${OUTSIDE}>http://xn--pple-43d.com</a></p>`],
    ['http://пример.рф', `<p><a href="http://xn--e1afmkfd.xn--p1ai" ${OUTSIDE}>http://пример.рф</a></p>`],
  ])('%j', (source, expected) => expect(html(source)).toBe(expected));

  it('many addresses become links if blanks separate them', () => {
    const links = (text: string) => render(text, CONTEXT).html.match(/<a /g)?.length ?? 0;
    expect(links('http://a.com/b/c '.repeat(200))).toBe(200);
    expect(links(`http://a.com/${'b/'.repeat(80)}`)).toBe(1);
    expect(links('@ahttp://a.com/'.repeat(200))).toBe(0);
  });

  it('a picture that was uploaded here is shown after its paragraph, once', () => {
    const rendered = render(`see [a](${PICTURE}) and ![again](${PICTURE})`, CONTEXT);
    expect(rendered.html).toBe(
      `<p>see <a href="${PICTURE}">a</a> and <a href="${PICTURE}">again</a></p>\n` +
        `<div class="message_inline_image"><a href="${PICTURE}"><img src="${PICTURE}" alt=""></a></div>`,
    );
    expect(rendered).toMatchObject({ hasImage: true, hasLink: true, uploads: [PICTURE.slice(14)] });
  });

  it('uploads are found in text, in code and in absolute links', () => {
    const other = PICTURE.replace('a.png', 'b.txt');
    expect(render(`https://chat.test${PICTURE} \`${other}\``).uploads).toEqual([
      PICTURE.slice(14),
      other.slice(14),
    ]);
    expect(render(`See ${PICTURE}.`).uploads).toContain(PICTURE.slice(14));
  });
});

describe('mentions', () => {
  it.each([
    ['@**Ann O**', '<span class="user-mention" data-user-id="5">@Ann O</span>', [5]],
    ['@**ann o|5**', '<span class="user-mention" data-user-id="5">@Ann O</span>', [5]],
    ['@**|5**', '<span class="user-mention" data-user-id="5">@Ann O</span>', [5]],
    ['@_**Ann O**', '<span class="user-mention silent" data-user-id="5">Ann O</span>', []],
    ['@**Gone**', '<span class="user-mention silent" data-user-id="7">Gone</span>', []],
    ['@**Twin**', '<span class="user-mention" data-user-id="9">@Twin</span>', [9]],
    ['@**Twin|12**', '<span class="user-mention" data-user-id="12">@Twin</span>', [12]],
    ['@**Nobody**', '@<strong>Nobody</strong>', []],
    ['`@**Ann O**`', '<code>@**Ann O**</code>', []],
  ])('%j', (source, expected, notified) => {
    const rendered = render(source, CONTEXT);
    expect(rendered.html).toBe(`<p>${expected}</p>`);
    expect(rendered.mentions.userIds).toEqual(notified);
  });

  it('a name that looks like HTML is shown as text', () => {
    expect(html('@**<img src=x onerror=alert(1)>**')).toBe(
      '<p><span class="user-mention" data-user-id="6">@&lt;img src=x onerror=alert(1)&gt;</span></p>',
    );
  });

  it.each(['> @**Ann O** @**all**', '```quote\n@**Ann O** @**all**\n```'])(
    'a quote notifies no one again: %j',
    (source) => {
      const { html, mentions } = render(source, CONTEXT);
      expect(html).toContain('class="user-mention silent"');
      expect(mentions).toEqual({ userIds: [], groupIds: [], channelWildcard: false, topicWildcard: false });
    },
  );

  it.each(['all', 'everyone', 'channel', 'stream'])('@**%s** is a channel wildcard', (word) => {
    const { html, mentions } = render(`@**${word}**`);
    expect(html).toBe(
      `<p><span class="user-mention channel-wildcard-mention" data-user-id="*">@${word}</span></p>`,
    );
    expect(mentions).toMatchObject({ channelWildcard: true, topicWildcard: false });
  });

  it('@**topic** and groups', () => {
    const { html, mentions } = render('@**topic** @*devs* @_*devs* @*none*', CONTEXT);
    expect(html).toBe(
      '<p><span class="topic-mention">@topic</span> <span class="user-group-mention" data-user-group-id="9">@devs</span> ' +
        '<span class="user-group-mention silent" data-user-group-id="9">devs</span> @<em>none</em></p>',
    );
    expect(mentions).toEqual({ userIds: [], groupIds: [9], channelWildcard: false, topicWildcard: true });
  });
});

describe('channel links', () => {
  it.each([
    ['#**a B**', '<a class="stream" data-stream-id="3" href="/#narrow/channel/3-A-b">#A b</a>'],
    [
      '#**A b>it works. 100%**',
      '<a class="stream-topic" data-stream-id="3" href="/#narrow/channel/3-A-b/topic/it.20works.2E.20100.25">#A b &gt; it works. 100%</a>',
    ],
    [
      '#**A b>t@12**',
      '<a class="message-link" href="/#narrow/channel/3-A-b/topic/t/near/12">#A b &gt; t @ 💬</a>',
    ],
    ['#**x>y**', '<a class="stream" data-stream-id="4" href="/#narrow/channel/4-x.3Ey">#x&gt;y</a>'],
    [
      '#**x>y>t**',
      '<a class="stream-topic" data-stream-id="4" href="/#narrow/channel/4-x.3Ey/topic/t">#x&gt;y &gt; t</a>',
    ],
    ['#**secret**', '#<strong>secret</strong>'],
  ])('%j', (source, expected) => expect(html(source)).toBe(`<p>${expected}</p>`));
});

describe('emoji', () => {
  it.each([
    [':smile:', '<span aria-label="smile" class="emoji emoji-1f604" role="img" title="smile">:smile:</span>'],
    [':party:', '<img alt=":party:" class="emoji" src="/user_avatars/2/emoji/party.png" title="party">'],
    [':no_such_name:', ':no_such_name:'],
    ['10:30:20', '10:30:20'],
    [
      ':)',
      '<span aria-label="slight smile" class="emoji emoji-1f642" role="img" title="slight smile">:slight_smile:</span>',
    ],
    ['a:) b', 'a:) b'],
  ])('%j', (source, expected) => expect(html(source)).toBe(`<p>${expected}</p>`));

  it('emoticons stay text if the author has turned them off', () =>
    expect(render(':)', EMPTY_CONTEXT).html).toBe('<p>:)</p>'));
});

describe('time, math, fences', () => {
  it.each([
    [
      '<time:2026-01-02T03:04:00+01:00>',
      '<p><time datetime="2026-01-02T02:04:00Z">2026-01-02T03:04:00+01:00</time></p>',
    ],
    ['<time:2026-01-02 03:04>', '<p><time datetime="2026-01-02T03:04:00Z">2026-01-02 03:04</time></p>'],
    ['<time:1767323040>', '<p><time datetime="2026-01-02T03:04:00Z">1767323040</time></p>'],
    ['<time:soon>', '<p><span class="timestamp-error">Invalid time format: soon</span></p>'],
    ['$$x<1$$', '<p><code class="math">x&lt;1</code></p>'],
    ['```math\nx\n```', '<pre><code class="math">x\n</code></pre>'],
    [
      '```Python x\nprint("<")\n```',
      '<div class="codehilite" data-code-language="Python"><pre><code class="language-python">print(&quot;&lt;&quot;)\n</code></pre></div>',
    ],
    ['```" onload=x\ny\n```', '<div class="codehilite"><pre><code>y\n</code></pre></div>'],
    ['```quote\na **b**\n```\nc', '<blockquote>\n<p>a <strong>b</strong></p>\n</blockquote>\n<p>c</p>'],
    [
      '````quote\n```js\na\n```\n````',
      '<blockquote>\n<div class="codehilite" data-code-language="js"><pre><code class="language-js">a\n</code></pre></div>\n</blockquote>',
    ],
    ['```quote\nnot closed', '<blockquote>\n<p>not closed</p>\n</blockquote>'],
    [
      '```spoiler *Head*\nbody\n```',
      '<div class="spoiler-block">\n<div class="spoiler-header">\n<p><em>Head</em></p>\n</div>\n' +
        '<div class="spoiler-content" aria-hidden="true">\n<p>body</p>\n</div>\n</div>',
    ],
  ])('%j', (source, expected) => expect(html(source)).toBe(expected));
});

describe('linkifiers in text', () => {
  it('makes links outside of code, links and words', () => {
    const link = (n: number) => `<a href="https://issues.test/${n}" ${OUTSIDE}>#${n}</a>`;
    expect(html('#1 (#2) a#3 #4b `#5` [#6](http://a.b) **#7**')).toBe(
      `<p>${link(1)} (${link(2)}) a#3 #4b <code>#5</code> <a href="http://a.b" ${OUTSIDE}>#6</a> <strong>${link(7)}</strong></p>`,
    );
  });

  it('a template cannot make a link that is not http', () => {
    expect(html('raw:javascript:alert(1)')).toBe('<p>raw:javascript:alert(1)</p>');
  });

  it('a message gets at most 100 links by linkifiers', () => {
    expect(html(Array.from({ length: 150 }, (_, n) => `#${n}`).join(' ')).match(/<a /g)).toHaveLength(100);
  });
});

describe('limits', () => {
  it.each([['>'.repeat(25)], ['- '.repeat(25)], [`${'*a **a '.repeat(30)}${'a** a* '.repeat(30)}`]])(
    'text nested deeper than 20 is shown as it was written: %#',
    (prefix) => {
      const rendered = render(`${prefix}@**all** <b>`, CONTEXT);
      expect(rendered.html.startsWith('<p>')).toBe(true);
      expect(rendered.html).toContain('@**all** &lt;b&gt;</p>');
      expect(rendered.mentions.channelWildcard).toBe(false);
    },
  );

  it('text with 19 levels of nesting is rendered', () =>
    expect(html(`${'>'.repeat(19)}x`).match(/<blockquote>/g)).toHaveLength(19));
});

it('the names to look up are found in the source before rendering', () => {
  const found = collectReferences('@**Ann O|5** @_**B** @*G* #**c>d>e** :x: :y::z:');
  expect([...found.users]).toEqual(['Ann O|5', 'Ann O', 'B']);
  expect([...found.userIds]).toEqual([5]);
  expect([...found.groups]).toContain('G');
  expect([...found.channels]).toEqual(['c>d>e', 'c>d', 'c']);
  expect([...found.emoji]).toEqual(['x', 'y', 'z']);
});

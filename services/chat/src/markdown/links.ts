import type { MarkdownIt, Token } from 'markdown-it';

/**
 * Each bare address contains at least one of these characters. A text without these characters is not searched,
 * because the search for addresses takes most of the rendering time.
 */
const LINK_MARK = /[.:@/]/;

/** `rel` and `target` of links that leave this server. */
const OUTSIDE = { rel: 'noopener noreferrer nofollow', target: '_blank' } as const;

const SCHEMES = /^(?:https?|mailto|tel):/i;
const UPLOAD = /^\/user_uploads\/[0-9]{1,10}\/[0-9a-f]{2}\/[A-Za-z0-9_-]{24,64}\/[^/?#\\]{1,1000}$/;
const NARROW = /^\/?#narrow\/[^\s"'<>\\]*$/;
const IMAGE_NAME = /\.(?:png|jpe?g|gif|webp|avif|apng)$/i;

/**
 * Top-level domains with which a bare host name becomes a link. Two-letter domains are left out: `main.rs` and
 * `notes.md` are files.
 */
const BARE_DOMAINS = ['com', 'org', 'net', 'edu', 'gov', 'info', 'io', 'dev', 'app', 'xyz'];

/**
 * Scripts of host labels. A label that mixes scripts is shown in its ASCII form, because it may imitate another host.
 */
const SCRIPTS = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Arabic}/u,
  /\p{Script=Georgian}/u,
  /\p{Script=Cherokee}/u,
  /\p{Script=Devanagari}/u,
  /\p{Script=Bengali}/u,
  /\p{Script=Tamil}/u,
  /\p{Script=Thai}/u,
  // Japanese and Korean use these scripts together.
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u,
];
const KNOWN_SCRIPTS = new RegExp(
  `^(?:${SCRIPTS.map((script) => script.source).join('|')}|[\\p{N}\\p{M}-])*$`,
  'u',
);

/** True if `url` may appear in `href`. The text of any other URL remains plain text. */
export function isAllowedLink(url: string): boolean {
  return SCHEMES.test(url) ? isPlainAddress(url) : isOwnUpload(url) || NARROW.test(url);
}

export function isOwnUpload(url: string): boolean {
  return UPLOAD.test(url);
}

export function isOwnImage(url: string): boolean {
  return isOwnUpload(url) && IMAGE_NAME.test(url);
}

export function linkAttributes(url: string): [string, string][] {
  const attributes: [string, string][] = [['href', url]];
  if (SCHEMES.test(url)) attributes.push(['rel', OUTSIDE.rel], ['target', OUTSIDE.target]);
  return attributes;
}

/** Returns true if each label of the host is in one script, so that the host is safe to show in Unicode. */
export function isSingleScriptHost(host: string): boolean {
  return host.split('.').every((label) => {
    if (/^[\x20-\x7e]*$/.test(label)) return true;
    return KNOWN_SCRIPTS.test(label) && SCRIPTS.filter((script) => script.test(label)).length === 1;
  });
}

/**
 * Maximum number of colons, dots, slashes and at signs before a blank, above the number in real addresses. The limit
 * exists because the search for bare addresses scans from each of these signs to the next blank, which takes quadratic
 * time (10,000 characters of `@**ahttp://aa.com/` took 157 ms).
 */
const MOST_SIGNS = 100;

function isCrowded(text: string): boolean {
  if (text.length <= MOST_SIGNS) return false;
  let signs = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code <= 0x20) signs = 0;
    else if ((code === 0x2e || code === 0x2f || code === 0x3a || code === 0x40) && ++signs > MOST_SIGNS)
      return true;
  }
  return false;
}

/**
 * Maximum number of bare addresses of a message that become links; further addresses stay text. Each address takes
 * 0.05 ms; 800 addresses took 65 ms of processor time in a new process.
 */
export const MOST_BARE_LINKS = 200;

export function installLinks(md: MarkdownIt): void {
  boundBareLinks(md);
  md.validateLink = isAllowedLink;
  const shown = md.normalizeLinkText.bind(md);
  const ascii = md.normalizeLink.bind(md);
  md.normalizeLinkText = (url) => {
    const text = shown(url);
    const host = /^[a-z]+:\/\/(?:[^/?#@]*@)?([^/?#:]*)/i.exec(text)?.[1] ?? '';
    return isSingleScriptHost(host) ? text : ascii(url);
  };
  md.core.ruler.push('link_attributes', (state) => {
    for (const block of state.tokens) {
      if (block.children?.some((token) => token.type === 'link_open'))
        block.children = withAttributes(block.children);
    }
  });
}

function boundBareLinks(md: MarkdownIt): void {
  const { linkify } = md;
  linkify.set({ fuzzyLink: true }).tlds(BARE_DOMAINS);
  const test = linkify.test.bind(linkify);
  const match = linkify.match.bind(linkify);
  const matchAtStart = linkify.matchAtStart.bind(linkify);
  // Rendering is synchronous, so one counter is enough: it is reset for each message.
  let left = MOST_BARE_LINKS;
  md.core.ruler.before('normalize', 'count_bare_links', () => {
    left = MOST_BARE_LINKS;
  });
  linkify.test = (text) => left > 0 && LINK_MARK.test(text) && !isCrowded(text) && test(text);
  linkify.match = (text) => {
    const found = left > 0 ? (match(text)?.slice(0, left) ?? null) : null;
    left -= found?.length ?? 0;
    return found;
  };
  linkify.matchAtStart = (text) => {
    const found = left > 0 ? matchAtStart(text) : null;
    if (found !== null) left--;
    return found;
  };
}

/** Sets the attributes of links. If the address of a link is not allowed (`[a]()`), only the link's text remains. */
function withAttributes(tokens: readonly Token[]): Token[] {
  const kept: Token[] = [];
  const isKept: boolean[] = [];
  for (const token of tokens) {
    if (token.type === 'link_open') {
      const href = String(token.attrGet('href') ?? '');
      const title = token.attrGet('title');
      isKept.push(isAllowedLink(href));
      token.attrs = linkAttributes(href);
      if (title !== null) token.attrPush(['title', String(title)]);
    }
    const isLink = token.type === 'link_open' || token.type === 'link_close';
    if (!isLink || isKept.at(-1)) kept.push(token);
    if (token.type === 'link_close') isKept.pop();
  }
  return kept;
}

function isPlainAddress(url: string): boolean {
  // Old browsers ignore control characters and spaces inside a scheme, so `java script:` would run a script.
  for (let i = 0; i < url.length; i++)
    if (url.charCodeAt(i) <= 0x20 || url.charCodeAt(i) === 0x7f) return false;
  return true;
}

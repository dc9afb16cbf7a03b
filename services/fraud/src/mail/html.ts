import { Parser } from 'htmlparser2';
import { MAIL_BOUNDS } from './bounds.js';
import type { Markup } from './mail.js';

export interface HtmlLink {
  target: string;
  shown: string;
  kind: 'anchor' | 'form' | 'area' | 'refresh' | 'image';
}

export interface HtmlBody {
  text: string;
  links: HtmlLink[];
  markup: Markup;
  tooManyLinks: boolean;
}

const HIDING =
  /display\s{0,3}:\s{0,3}none|visibility\s{0,3}:\s{0,3}hidden|font-size\s{0,3}:\s{0,3}[01](?:px|pt|em|%)?\s{0,3}(?:;|!|$)|opacity\s{0,3}:\s{0,3}0(?:\.0{1,3})?\s{0,3}(?:;|!|$)|max-height\s{0,3}:\s{0,3}0|mso-hide\s{0,3}:\s{0,3}all/i;
const VOID_SPACE = /(?:margin|padding|line-height|height)[a-z-]{0,8}\s{0,3}[:=]\s{0,3}["']?\d{4,9}(?:px|pt)/i;
const COLOUR = /(?:^|;)\s{0,3}color\s{0,3}:\s{0,3}([#a-z0-9]{3,20})/i;
const GROUND = /background(?:-color)?\s{0,3}:\s{0,3}([#a-z0-9]{3,20})/i;
const BLOCKS = new Set(
  'p div br tr li h1 h2 h3 h4 h5 h6 table td th ul ol blockquote center title hr section article header footer form'.split(
    ' ',
  ),
);
const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));
const SILENT = new Set(['script', 'style', 'head', 'template', 'noscript', 'object']);
const TEXT_CHARACTERS = 200_000;
/** Maximum depth of nested elements; browsers also have a limit. */
const DEEPEST = 512;

// The parser searches its list of open elements for every closing tag, and moves the list for every opening tag. If
// more elements than the bound are open, a further element is closed immediately, so that the time per tag does not
// grow.
class ShallowParser extends Parser {
  depth = 0;
  /** True if the current element is closed immediately. */
  flat = false;

  override onopentagname(start: number, end: number): void {
    this.flat = this.depth >= DEEPEST;
    super.onopentagname(start, end);
  }

  override onclosetag(start: number, end: number): void {
    this.flat = false;
    super.onclosetag(start, end);
  }

  protected override isVoidElement(name: string): boolean {
    return this.flat || super.isVoidElement(name);
  }
}

/** Reads a body in one pass. Time and memory are linear in the length of the source. */
export function readHtml(source: string): HtmlBody {
  const links: HtmlLink[] = [];
  const text: string[] = [];
  let length = 0;
  let hidden = 0;
  let shown = 0;
  let images = 0;
  let forms = 0;
  let inputs = 0;
  let passwordFields = 0;
  let scripts = 0;
  let refreshes = 0;
  let tooManyLinks = false;
  // Depth of the outermost hidden element, or -1 outside of hidden elements; and number of open elements whose text is
  // not shown. These two numbers replace a stack of all open elements.
  let hiddenAt = -1;
  let silent = 0;
  let anchor: HtmlLink | undefined;
  const add = (target: string | undefined, kind: HtmlLink['kind']): HtmlLink | undefined => {
    const href = target?.trim();
    if (!href || href.startsWith('#') || href.startsWith('cid:')) return undefined;
    if (links.length >= MAIL_BOUNDS.links) {
      tooManyLinks = true;
      return undefined;
    }
    const link = { target: href.replace(/[\t\r\n]/g, '').slice(0, 4096), shown: '', kind };
    links.push(link);
    return link;
  };
  const parser = new ShallowParser(
    {
      onopentag(name, attributes) {
        const style = attributes.style ?? '';
        if (!VOID.has(name)) parser.depth++;
        if (SILENT.has(name)) silent++;
        if (
          hiddenAt < 0 &&
          !VOID.has(name) &&
          (attributes.hidden !== undefined || (style !== '' && hides(style)))
        )
          hiddenAt = parser.depth;
        if (BLOCKS.has(name) && silent === 0) text.push('\n');
        switch (name) {
          case 'a':
            anchor = add(
              attributes.href ?? attributes['data-href'] ?? attributes['data-saferedirecturl'],
              'anchor',
            );
            break;
          case 'area':
            add(attributes.href, 'area');
            break;
          case 'form':
            forms++;
            add(attributes.action, 'form');
            break;
          case 'input':
          case 'textarea':
            if (!/^(?:hidden|submit|image|button|reset|radio|checkbox)$/i.test(attributes.type ?? ''))
              inputs++;
            if (attributes.type?.toLowerCase() === 'password') passwordFields++;
            break;
          case 'img':
            images++;
            if (anchor && attributes.alt && anchor.shown.length < 300) anchor.shown += ` ${attributes.alt} `;
            break;
          case 'script':
            scripts++;
            break;
          case 'meta':
            if (attributes['http-equiv']?.toLowerCase() === 'refresh') {
              refreshes++;
              add(/url\s{0,3}=\s{0,3}['"]?([^'"]{1,2000})/i.exec(attributes.content ?? '')?.[1], 'refresh');
            }
            break;
        }
      },
      ontext(part) {
        if (silent > 0) return;
        if (hiddenAt >= 0) {
          hidden += part.trim().length;
          return;
        }
        shown += part.trim().length;
        if (length < TEXT_CHARACTERS) {
          text.push(part.replace(/\s+/g, ' '));
          length += part.length;
        }
        if (anchor && anchor.shown.length < 300) anchor.shown += part;
      },
      onclosetag(name) {
        if (name === 'a' && !parser.flat) anchor = undefined;
        if (SILENT.has(name)) silent = Math.max(0, silent - 1);
        if (BLOCKS.has(name) && silent === 0) text.push('\n');
        if (VOID.has(name)) return;
        if (hiddenAt === parser.depth) hiddenAt = -1;
        parser.depth--;
      },
    },
    { decodeEntities: true, lowerCaseTags: true, recognizeSelfClosing: false },
  );
  parser.end(source);
  return {
    text: text
      .join('')
      .replace(/[ \t]{2,}/g, ' ')
      .replace(/\n\s+/g, '\n\n'),
    links,
    tooManyLinks,
    markup: {
      present: true,
      forms,
      passwordFields,
      inputs,
      images,
      hiddenCharacters: hidden,
      shownCharacters: shown,
      scripts,
      refreshes,
      voids: VOID_SPACE.test(source) ? 1 : 0,
    },
  };
}

function hides(style: string): boolean {
  const part = style.slice(0, 2000);
  if (HIDING.test(part)) return true;
  const colour = COLOUR.exec(part)?.[1]?.toLowerCase();
  const ground = GROUND.exec(part)?.[1]?.toLowerCase();
  return colour !== undefined && colour === ground && colour !== 'inherit';
}

/** Bounds of an e-mail that apply before any parser sees it, so that no structure can cost more than its bytes. */
export const MAIL_BOUNDS = {
  characters: 1_048_576,
  parts: 100,
  depth: 10,
  /** Limits for each block of headers: the message's, and each part's. */
  headers: 200,
  headerCharacters: 16_384,
  links: 500,
} as const;

export type Excess = 'parts' | 'depth' | 'headers' | 'links' | 'size';

export interface BoundedMail {
  text: string;
  excess: Excess[];
}

const BOUNDARY = /boundary\s{0,5}=\s{0,5}(?:"([^"\r\n]{1,200})"|([^\s";]{1,200}))/gi;

/** Cuts a raw message so that it keeps the bounds. Text after the cut is ignored. */
export function boundMail(content: string): BoundedMail {
  const excess = new Set<Excess>();
  let source = content;
  if (source.length > MAIL_BOUNDS.characters) {
    source = source.slice(0, MAIL_BOUNDS.characters);
    excess.add('size');
  }
  const kept: string[] = [];
  const open: string[] = [];
  const declared = new Set<string>();
  let keptFrom = 0;
  let inHeaders = true;
  let headers = 0;
  let headerSize = 0;
  let parts = 0;
  let at = 0;
  while (at < source.length) {
    const newline = source.indexOf('\n', at);
    const next = newline < 0 ? source.length : newline + 1;
    const end =
      newline < 0 ? source.length : newline > at && source[newline - 1] === '\r' ? newline - 1 : newline;
    if (inHeaders) {
      const first = source.charCodeAt(at);
      if (end === at) {
        inHeaders = false;
      } else {
        if (first !== 32 && first !== 9) {
          headers++;
          headerSize = 0;
        }
        headerSize += end - at;
        if (headers > MAIL_BOUNDS.headers || headerSize > MAIL_BOUNDS.headerCharacters) {
          kept.push(source.slice(keptFrom, at));
          keptFrom = next;
          excess.add('headers');
        } else {
          for (const match of source.slice(at, end).matchAll(BOUNDARY))
            declared.add((match[1] ?? match[2]) as string);
        }
      }
    } else if (declared.size > 0 && source.charCodeAt(at) === 45 && source.charCodeAt(at + 1) === 45) {
      const line = source.slice(at + 2, Math.min(end, at + 210)).trimEnd();
      if (declared.has(line)) {
        parts++;
        if (!open.includes(line)) open.push(line);
        else open.length = open.indexOf(line) + 1;
        const over: Excess | undefined =
          parts > MAIL_BOUNDS.parts ? 'parts' : open.length > MAIL_BOUNDS.depth ? 'depth' : undefined;
        if (over) {
          excess.add(over);
          source = source.slice(0, at);
          break;
        }
        inHeaders = true;
        headers = 0;
      } else if (line.endsWith('--') && open.includes(line.slice(0, -2))) {
        open.length = open.indexOf(line.slice(0, -2));
      }
    }
    at = next;
  }
  kept.push(source.slice(Math.min(keptFrom, source.length)));
  return { text: kept.join(''), excess: [...excess] };
}

const CHARSET = /charset\s{0,5}=\s{0,5}"?([a-z0-9_-]{1,40})/i;

/**
 * Returns the bytes of a message that arrived as a string. A client that reads a file as Latin-1 sends one UTF-16 unit
 * per byte; a client that decodes UTF-8 sends characters. If the message declares an 8-bit charset, its bytes are
 * restored.
 */
export function mailBytes(text: string): Uint8Array {
  let wide = false;
  let high = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code > 0xff) {
      wide = true;
      break;
    }
    if (code > 0x7f) high = true;
  }
  if (high && !wide) {
    const charset = CHARSET.exec(text)?.[1]?.toLowerCase();
    if (charset && charset !== 'utf-8' && charset !== 'utf8' && charset !== 'us-ascii')
      return Buffer.from(text, 'latin1');
  }
  return Buffer.from(text, 'utf8');
}

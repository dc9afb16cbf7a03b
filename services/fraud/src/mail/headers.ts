// A line of the header block: a name and a colon, the rest of a long header, or the line before a mail in a mailbox file.
const HEADER_LINE = /^(?:[!-9;-~]{1,76}[ \t]*:|[ \t]|>?From )/;
// Names that no sentence begins with, unlike "Warning:" or "DHL:".
const KNOWN =
  /^(?:from|to|cc|subject|date|sender|received|reply-to|return-path|delivered-to|envelope-to|message-id|in-reply-to|references|mime-version|content-[a-z-]+|x-[a-z0-9-]+|list-[a-z-]+|arc-[a-z-]+|dkim-signature|authentication-results)[ \t]*:/i;

/**
 * Returns a message with its headers and body apart. People paste a mail without its headers, without the blank line
 * after them, or with blank lines before them; a parser would then ignore the body or the headers.
 */
export function withHeaders(pasted: string): string {
  const content = pasted.replace(/^(?:[ \t]*\r?\n)+/, '');
  let known = false;
  let body = -1;
  for (let at = 0; at < content.length; ) {
    const newline = content.indexOf('\n', at);
    const end = newline < 0 ? content.length : newline;
    const line = content.slice(at, Math.min(end, at + 100));
    if (line.trim() === '') break;
    if (KNOWN.test(line)) {
      known = true;
      body = -1;
    } else if (body < 0 && !HEADER_LINE.test(line)) body = at;
    at = end + 1;
  }
  if (!known) {
    const type = /<(?:html|body|a|p|div|table)\b/i.test(content) ? 'html' : 'plain';
    return `Content-Type: text/${type}; charset=utf-8\n\n${content}`;
  }
  return body < 0 ? content : `${content.slice(0, body)}\n${content.slice(body)}`;
}

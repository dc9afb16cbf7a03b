import { type DefaultTreeAdapterMap, parseFragment, serialize } from 'parse5';

type Node = DefaultTreeAdapterMap['node'];

/** Tags that the renderer may produce, with their permitted attributes. */
const ALLOWED: Record<string, readonly string[]> = {
  p: [],
  br: [],
  h1: [],
  h2: [],
  h3: [],
  h4: [],
  h5: [],
  h6: [],
  ul: [],
  ol: ['start'],
  li: [],
  blockquote: [],
  pre: [],
  code: ['class'],
  span: ['class', 'data-user-id', 'data-user-group-id', 'aria-label', 'role', 'title'],
  a: ['href', 'title', 'rel', 'target', 'class', 'data-stream-id'],
  strong: [],
  em: [],
  del: [],
  hr: [],
  table: [],
  thead: [],
  tbody: [],
  tr: [],
  th: ['align'],
  td: ['align'],
  img: ['src', 'alt', 'class', 'title'],
  div: ['class', 'data-code-language', 'aria-hidden'],
  input: ['type', 'disabled', 'checked'],
  time: ['datetime'],
};

const HREF = /^(?:https?:\/\/|http:|https:|mailto:|tel:|\/user_uploads\/[0-9]|\/?#narrow\/)/i;
const SRC = /^\/(?:user_uploads|user_avatars|static)\//;

/** Returns the tags, attributes and comments in `html` that a message must not contain. */
export function problemsOf(html: string): string[] {
  const problems: string[] = [];
  const visit = (node: Node): void => {
    if (node.nodeName === '#comment') problems.push('comment');
    if ('tagName' in node) {
      const allowed = ALLOWED[node.tagName];
      if (allowed === undefined) problems.push(`<${node.tagName}>`);
      for (const { name, value } of node.attrs) {
        if (!allowed?.includes(name)) problems.push(`<${node.tagName} ${name}>`);
        if (name === 'href' && !HREF.test(value)) problems.push(`href ${value}`);
        if (name === 'src' && !SRC.test(value)) problems.push(`src ${value}`);
        if (name === 'type' && value !== 'checkbox') problems.push(`type ${value}`);
        if (name === 'class' && !/^[\w .+#-]*$/.test(value)) problems.push(`class ${value}`);
      }
      if (node.tagName === 'input' && !node.attrs.some(({ name }) => name === 'disabled'))
        problems.push('live input');
    }
    if ('childNodes' in node) for (const child of node.childNodes) visit(child);
  };
  visit(parseFragment(html));
  return problems;
}

/**
 * Returns true if the HTML, parsed and printed and parsed again, gives the same tree. Attacks by mutation XSS use HTML
 * that changes in this way.
 */
export function isStable(html: string): boolean {
  const once = serialize(parseFragment(html));
  return serialize(parseFragment(once)) === once;
}

/** Returns the text that a reader sees. */
export function textOf(html: string): string {
  const texts: string[] = [];
  const visit = (node: Node): void => {
    if ('value' in node) texts.push(node.value);
    if ('childNodes' in node) for (const child of node.childNodes) visit(child);
  };
  visit(parseFragment(html));
  return texts.join('');
}

import DOMPurify from 'dompurify';

/** Tags and attributes that the server's renderer produces. All other tags and attributes of a message are removed. */
const ALLOWED = {
  ALLOWED_TAGS: [
    ...['p', 'br', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'blockquote', 'pre', 'code', 'span'],
    ...[
      'a',
      'strong',
      'em',
      'del',
      'hr',
      'table',
      'thead',
      'tbody',
      'tr',
      'th',
      'td',
      'img',
      'div',
      'input',
      'time',
    ],
  ],
  ALLOWED_ATTR: [
    ...['href', 'src', 'alt', 'title', 'class', 'datetime', 'type', 'checked', 'disabled', 'start', 'align'],
    ...['data-user-id', 'data-user-group-id', 'data-stream-id', 'data-code-language', 'role', 'aria-label'],
  ],
  ALLOW_DATA_ATTR: false,
  RETURN_DOM_FRAGMENT: true,
} as const;

export interface Reading {
  me: number;
  /** Formats `<time>` in the reader's zone. */
  formatTime(date: Date): string;
  isInGroup(groupId: number): boolean;
}

/** Returns the elements of a message: sanitised, and with the interactive parts for a reader. */
export function contentOf(html: string, reading: Reading): DocumentFragment {
  const fragment = DOMPurify.sanitize(html, {
    ...ALLOWED,
    ALLOWED_TAGS: [...ALLOWED.ALLOWED_TAGS],
    ALLOWED_ATTR: [...ALLOWED.ALLOWED_ATTR],
  });
  const each = <E extends Element>(selector: string, use: (element: E) => void) => {
    for (const element of fragment.querySelectorAll<E>(selector)) use(element);
  };
  each<HTMLElement>('span.emoji', showEmoji);
  each<HTMLElement>('.user-mention, .user-group-mention', (mention) => {
    const { userId, userGroupId } = mention.dataset;
    const isMine =
      userId === '*' || userId === String(reading.me) || reading.isInGroup(Number(userGroupId ?? Number.NaN));
    mention.classList.toggle('mine', isMine && !mention.classList.contains('silent'));
  });
  each<HTMLTimeElement>('time', (time) => {
    const date = new Date(time.dateTime);
    if (!Number.isNaN(date.getTime())) {
      time.title = `${time.textContent} (as written)`;
      time.textContent = reading.formatTime(date);
    }
  });
  each<HTMLAnchorElement>('a', (link) => {
    const href = link.getAttribute('href') ?? '';
    if (href.startsWith('/#')) link.setAttribute('href', href.slice(1));
    else {
      link.target = '_blank';
      link.rel = 'noopener noreferrer nofollow';
    }
  });
  each<HTMLImageElement>('img:not(.emoji)', (image) => {
    image.loading = 'lazy';
    image.alt ||= decodeURIComponent(image.src.split('/').at(-1) ?? 'picture');
  });
  // Each block element gets the direction of its own text. On the parent element, `auto` would be evaluated before the
  // text is inserted.
  for (const block of fragment.children) if (block instanceof HTMLElement) block.dir = 'auto';
  each<HTMLElement>('pre', (pre) => {
    pre.dir = 'ltr';
    pre.tabIndex = 0;
    pre.setAttribute('aria-label', 'code');
    pre.setAttribute('role', 'region');
  });
  each<HTMLElement>('.codehilite', addCopyButton);
  each<HTMLElement>('.spoiler-block', foldSpoiler);
  each<HTMLTableElement>('table', wrapTable);
  each<HTMLInputElement>('input', (input) => {
    input.disabled = true;
    input.setAttribute('aria-label', input.checked ? 'done' : 'to do');
  });
  return fragment;
}

/** Replaces the text of `emoji-1f44b` elements by the character. */
function showEmoji(span: HTMLElement): void {
  const code = /(?:^|\s)emoji-([0-9a-f-]+)(?:\s|$)/.exec(span.className)?.[1];
  const character = emojiCharacter(code ?? '');
  if (character === undefined) return;
  span.textContent = character;
  const parent = span.parentElement ?? span.parentNode;
  const isAlone = [...(parent?.childNodes ?? [])].every(
    (node) => (node instanceof Element && node.matches('.emoji')) || node.textContent?.trim() === '',
  );
  span.classList.toggle('only-emoji', isAlone);
}

/** Adds the selector for a coloured picture to emoji that browsers draw as text without it. */
export function emojiCharacter(code: string): string | undefined {
  const points = code.split('-').map((point) => Number.parseInt(point, 16));
  if (points.length === 0 || points.some((point) => !(point > 0 && point <= 0x10ffff))) return undefined;
  const text = String.fromCodePoint(...points);
  return points.length === 1 && points[0]! < 0x1f000 ? `${text}\ufe0f` : text;
}

function addCopyButton(block: HTMLElement): void {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Copy';
  const language = block.dataset.codeLanguage;
  button.setAttribute('aria-label', language === undefined ? 'Copy the code' : `Copy the ${language} code`);
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(block.querySelector('code')?.textContent ?? '');
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 1_500);
  });
  block.append(button);
}

function foldSpoiler(block: HTMLElement): void {
  const header = block.querySelector<HTMLElement>('.spoiler-header');
  const content = block.querySelector<HTMLElement>('.spoiler-content');
  if (header === null || content === null) return;
  const button = document.createElement('button');
  button.type = 'button';
  const show = (isShown: boolean) => {
    content.hidden = !isShown;
    content.removeAttribute('aria-hidden');
    button.textContent = isShown ? 'Hide' : 'Show';
    button.setAttribute('aria-expanded', String(isShown));
  };
  button.addEventListener('click', () => show(content.hasAttribute('hidden')));
  show(false);
  if (header.textContent?.trim() === '') header.append('Spoiler');
  header.prepend(button);
}

/** Wraps a wide table in an element that scrolls, also by keyboard. */
function wrapTable(table: HTMLTableElement): void {
  const wide = document.createElement('div');
  wide.className = 'wide';
  wide.tabIndex = 0;
  wide.setAttribute('role', 'region');
  wide.setAttribute('aria-label', 'table');
  table.replaceWith(wide);
  wide.append(table);
}

/** Returns a function that fills an element with sanitised HTML, such as descriptions and search results. */
export function fill(html: string, reading: Reading) {
  return (element: HTMLElement) => {
    element.replaceChildren(contentOf(html, reading));
  };
}

/** Returns the plain text of rendered content, for notifications and screen readers. */
export function textOf(html: string): string {
  return (DOMPurify.sanitize(html, { RETURN_DOM_FRAGMENT: true }).textContent ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

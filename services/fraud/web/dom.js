/** @typedef {Node | string | null | undefined | false} Child */

/**
 * Creates an element. `on…` members are listeners; `class` and `for` are named as in HTML; true sets an attribute, and
 * false omits it. Text is never parsed as HTML.
 *
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, unknown>} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else if (value === true) element.setAttribute(name, '');
    else if (value !== false && value !== undefined && value !== null)
      element.setAttribute(name, String(value));
  }
  for (const child of children.flat()) if (child) element.append(child);
  return element;
}

/**
 * Creates a labelled control with an optional hint.
 *
 * @param {string} label
 * @param {HTMLElement} control
 * @param {string} [hint]
 */
export function field(label, control, hint) {
  control.id ||= `control-${Math.random().toString(36).slice(2, 10)}`;
  if (hint) control.setAttribute('aria-describedby', `${control.id}-hint`);
  return h(
    'div',
    { class: 'field' },
    h('label', { for: control.id }, label),
    control,
    hint && h('small', { id: `${control.id}-hint` }, hint),
  );
}

/** @param {string} text Spoken by screen readers. */
export function announce(text) {
  const place = document.getElementById('announcer');
  if (place) place.textContent = text;
}

/**
 * Creates a button that copies a text.
 *
 * @param {string} text
 * @param {string} what
 */
export function copyButton(text, what) {
  const button = h('button', { type: 'button', class: 'quiet', 'aria-label': `Copy ${what}` }, 'Copy');
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = 'Copied';
    } catch {
      // Without TLS, browsers give no access to the clipboard; the user can still select the text.
      button.textContent = 'Cannot copy: select the text';
    }
    announce(button.textContent ?? '');
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 2_000);
  });
  return button;
}

/** @param {string} iso */
export function moment(iso) {
  const date = new Date(iso);
  return h(
    'time',
    { datetime: iso },
    date.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' }),
  );
}

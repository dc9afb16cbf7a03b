/** @typedef {Node | string | null | undefined | false} Child */

/**
 * @param {Element} element
 * @param {string} name
 * @param {unknown} value a function is a listener; true sets an attribute, and false omits it
 */
function set(element, name, value) {
  if (typeof value === 'function') element.addEventListener(name.slice(2), /** @type {any} */ (value));
  else if (value === true) element.setAttribute(name, '');
  else if (value !== false && value !== undefined && value !== null)
    element.setAttribute(name, String(value));
}

/**
 * Creates an element. `on…` members are listeners; `class` and `for` are named as in HTML. Text is never parsed as
 * HTML.
 *
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, unknown>} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) set(element, name, value);
  for (const child of children.flat()) if (child) element.append(child);
  return element;
}

/**
 * Creates the element that a template describes. The values are children, and whole attributes after `=`, as in `h`;
 * only the template's own text is parsed as HTML. Line breaks beside tags are left out.
 *
 * @param {TemplateStringsArray} parts
 * @param {...unknown} values
 */
export function html(parts, ...values) {
  const holder = h('template');
  holder.innerHTML = parts
    .reduce(
      (text, part, at) =>
        `${text}${text.endsWith('=') ? `"@${at}"` : `<template id="${at}"></template>`}${part}`,
    )
    .replace(/(?<=>)\s*\n\s*|\s*\n\s*(?=<)/g, '');
  for (const element of holder.content.querySelectorAll('*')) {
    for (const { name, value } of [...element.attributes]) {
      if (!value.startsWith('@')) continue;
      element.removeAttribute(name);
      set(element, name, values[Number(value.slice(1)) - 1]);
    }
  }
  for (const place of holder.content.querySelectorAll('template')) {
    const children = /** @type {Child[]} */ ([values[Number(place.id) - 1]].flat());
    place.replaceWith(...children.filter((child) => child instanceof Node || typeof child === 'string'));
  }
  return /** @type {HTMLElement} */ (holder.content.firstElementChild);
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
  return html`<div class="field">
    <label for=${control.id}>${label}</label>
    ${control}
    ${hint && html`<small id=${`${control.id}-hint`}>${hint}</small>`}
  </div>`;
}

/**
 * @param {string} text
 * @param {() => void} [onclick]
 */
export const quiet = (text, onclick) => h('button', { type: 'button', class: 'quiet', onclick }, text);

/** @param {string[][]} options values with their titles */
export const select = (options) =>
  h('select', {}, ...options.map(([value, title]) => h('option', { value }, title)));

/**
 * Creates the filled part of a bar.
 *
 * @param {string} level
 * @param {number} share
 */
export function filled(level, share) {
  const part = h('span', { class: `fill ${level}` });
  part.style.width = `${Math.max(1, share * 100)}%`;
  return part;
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
  const button = quiet('Copy', async () => {
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
  button.setAttribute('aria-label', `Copy ${what}`);
  return button;
}

/** @param {string} iso */
export function moment(iso) {
  const words = new Date(iso).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
  return html`<time datetime=${iso}>${words}</time>`;
}

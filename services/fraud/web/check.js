import { call } from './api.js';
import { field, h } from './dom.js';
import { EXAMPLES } from './examples.js';
import { onSend, showError } from './form.js';
import { resultView } from './result.js';

/** The service's maximum size of an e-mail. */
const LARGEST_FILE = 1024 * 1024;

const TYPES = /** @type {const} */ ([
  ['sms', 'Text message', 'Paste the text of the message.'],
  ['email', 'E-mail', 'Paste the whole e-mail with its headers, or drop an .eml file.'],
  ['phone', 'Phone number', 'A phone number, and if you like a description of the call.'],
]);

export function checkView() {
  const content = h('textarea', { rows: 9, required: true, spellcheck: 'false', dir: 'auto' });
  const sender = h('input', { maxlength: 320, autocomplete: 'off' });
  const receiver = h('input', { maxlength: 320, autocomplete: 'off' });
  const outcome = h('div', { class: 'outcome' }, emptyOutcome());
  let version = 0;
  // If the text is changed, the verdict is removed, because it is about the old text.
  const forget = () => {
    version += 1;
    outcome.replaceChildren(emptyOutcome());
  };
  const radios = TYPES.map(([value, title]) =>
    h(
      'label',
      { class: 'choice' },
      h('input', { type: 'radio', name: 'data-type', value, checked: value === 'sms' }),
      title,
    ),
  );
  const chosen = () => /** @type {HTMLInputElement} */ (form.querySelector('[name=data-type]:checked')).value;
  const file = h('input', { type: 'file', accept: '.eml,message/rfc822,text/plain' });
  const contentField = field('Content', content, TYPES[0][2]);
  const form = h(
    'form',
    { class: 'card drop' },
    h('fieldset', { class: 'choices' }, h('legend', {}, 'What is it?'), ...radios),
    contentField,
    h('div', { class: 'file' }, field('Or an .eml file', file)),
    h(
      'details',
      {},
      h('summary', {}, 'Sender and receiver'),
      h('div', { class: 'pair' }, field('Sender', sender), field('Receiver', receiver)),
    ),
    h('button', { type: 'submit' }, 'Check'),
  );

  /** @param {string} type */
  const choose = (type) => {
    for (const radio of form.querySelectorAll('input[type=radio]')) {
      /** @type {HTMLInputElement} */ (radio).checked =
        /** @type {HTMLInputElement} */ (radio).value === type;
    }
    const hint = contentField.querySelector('small');
    forget();
    if (hint) hint.textContent = TYPES.find(([value]) => value === type)?.[2] ?? '';
  };
  for (const radio of radios) radio.addEventListener('change', () => choose(chosen()));

  /** @param {File} chosenFile */
  const take = async (chosenFile) => {
    const place = /** @type {HTMLElement} */ (form.querySelector('.error'));
    place.hidden = true;
    forget();
    if (chosenFile.size > LARGEST_FILE) {
      place.textContent = 'The file is larger than 1 MiB, the most that the service takes.';
      place.hidden = false;
      return;
    }
    content.value = decode(new Uint8Array(await chosenFile.arrayBuffer()));
    choose('email');
    content.focus();
  };
  file.addEventListener('change', () => {
    const first = file.files?.[0];
    if (first) void take(first);
  });
  form.addEventListener('dragover', (event) => {
    event.preventDefault();
    form.classList.add('over');
  });
  form.addEventListener('dragleave', () => form.classList.remove('over'));
  form.addEventListener('drop', (event) => {
    event.preventDefault();
    form.classList.remove('over');
    const dropped = event.dataTransfer?.files[0];
    if (dropped) void take(dropped);
  });

  for (const input of [content, sender, receiver]) input.addEventListener('input', forget);

  onSend(form, async () => {
    forget();
    const asked = version;
    const type = chosen();
    const metadata = {
      ...(sender.value.trim() ? { sender: sender.value.trim() } : {}),
      ...(receiver.value.trim() ? { receiver: receiver.value.trim() } : {}),
    };
    const text = content.value;
    const answer = await call('POST', '/api/fraud-check?evidence=true', {
      data_type: type,
      content: text,
      ...(Object.keys(metadata).length > 0 ? { metadata } : {}),
    });
    // The text was changed while the service judged the old text, so the verdict is dropped.
    if (asked !== version) return;
    const view = resultView(answer.result, answer.request_id, text, type);
    outcome.replaceChildren(view);
    /** @type {HTMLElement | null} */ (view.querySelector('h2'))?.focus();
  });

  const examples = h(
    'div',
    { class: 'examples' },
    h('h2', {}, 'Examples'),
    h(
      'ul',
      {},
      ...EXAMPLES.map((example) => {
        const button = h('button', { type: 'button', class: 'quiet' }, example.title);
        button.addEventListener('click', () => {
          choose(example.type);
          content.value = example.content;
          try {
            form.requestSubmit();
          } catch (error) {
            showError(/** @type {HTMLElement} */ (form.querySelector('.error')), error);
          }
        });
        return h('li', {}, button);
      }),
    ),
  );
  return h(
    'div',
    {},
    h('h1', {}, 'Check a message'),
    h(
      'p',
      { class: 'lead' },
      'Paste a text message, an e-mail or a phone number and see its signs of fraud.',
    ),
    h('div', { class: 'columns' }, h('div', { class: 'inputs' }, form, examples), outcome),
  );
}

function emptyOutcome() {
  return h(
    'section',
    { class: 'card empty' },
    h('h2', {}, 'The verdict appears here'),
    h(
      'p',
      {},
      'You get a score, a severity, and each indicator marked at its place in the content, with an explanation in plain words.',
    ),
    h('p', { class: 'muted' }, 'No message at hand? Try one of the examples.'),
  );
}

/**
 * Decodes UTF-8, as most mail is; any other mail is decoded as windows-1252, in which each byte is one character.
 *
 * @param {Uint8Array} bytes
 */
function decode(bytes) {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

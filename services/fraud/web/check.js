import { call } from './api.js';
import { field, h, html, quiet } from './dom.js';
import { sendForm } from './form.js';
import { examples } from './labels.js';
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
  const radios = TYPES.map(([value]) => {
    const radio = h('input', { type: 'radio', name: 'data-type', value, checked: value === 'sms' });
    radio.addEventListener('change', () => choose(value));
    return radio;
  });
  const contentField = field('Content', content, TYPES[0][2]);
  const file = h('input', { type: 'file', accept: '.eml,message/rfc822,text/plain' });
  const fields = [
    html`<fieldset class="choices">
      <legend>What is it?</legend>
      ${radios.map((radio, at) => h('label', { class: 'choice' }, radio, TYPES[at]?.[1]))}
    </fieldset>`,
    contentField,
    html`<div class="file">${field('Or an .eml file', file)}</div>`,
    html`<details>
      <summary>Sender and receiver</summary>
      <div class="pair">${field('Sender', sender)}${field('Receiver', receiver)}</div>
    </details>`,
  ];
  const { form, problem } = sendForm('card drop', fields, 'Check', send);

  /** @param {string} type */
  const choose = (type) => {
    for (const radio of radios) radio.checked = radio.value === type;
    forget();
    const hint = /** @type {HTMLElement} */ (contentField.querySelector('small'));
    hint.textContent = TYPES.find(([value]) => value === type)?.[2] ?? '';
  };

  const take = async (/** @type {File | undefined} */ chosen) => {
    if (!chosen) return;
    problem.line.hidden = true;
    forget();
    if (chosen.size > LARGEST_FILE)
      return problem.show('The file is larger than 1 MiB, the most that the service takes.');
    content.value = decode(new Uint8Array(await chosen.arrayBuffer()));
    choose('email');
    content.focus();
  };
  file.addEventListener('change', () => take(file.files?.[0]));
  form.addEventListener('dragover', (event) => {
    event.preventDefault();
    form.classList.add('over');
  });
  form.addEventListener('dragleave', () => form.classList.remove('over'));
  form.addEventListener('drop', (event) => {
    event.preventDefault();
    form.classList.remove('over');
    void take(event.dataTransfer?.files[0]);
  });

  for (const input of [content, sender, receiver]) input.addEventListener('input', forget);

  async function send() {
    forget();
    const asked = version;
    const type = radios.find(({ checked }) => checked)?.value ?? 'sms';
    const text = content.value;
    const answer = await call('POST', '/api/fraud-check?evidence=true', {
      data_type: type,
      content: text,
      metadata: { sender: sender.value.trim() || undefined, receiver: receiver.value.trim() || undefined },
    });
    // The text was changed while the service judged the old text, so the verdict is dropped.
    if (asked !== version) return;
    const view = resultView(answer.result, answer.request_id, text, type);
    outcome.replaceChildren(view);
    view.querySelector('h2')?.focus();
  }

  const tries = examples.map(({ title, type, content: example }) =>
    quiet(title, () => {
      choose(type);
      content.value = example;
      form.requestSubmit();
    }),
  );
  return html`<div>
    <h1>Check a message</h1>
    <p class="lead">Paste a text message, an e-mail or a phone number and see its signs of fraud.</p>
    <div class="columns">
      <div class="inputs">
        ${form}
        <div class="examples"><h2>Examples</h2><ul class="starters">${tries.map((button) => h('li', {}, button))}</ul></div>
      </div>
      ${outcome}
    </div>
  </div>`;
}

const emptyOutcome = () => html`<section class="card empty">
  <h2>The verdict appears here</h2>
  <p>You get a score, a severity, and each indicator marked at its place in the content, with an explanation in plain words.</p>
  <p class="muted">No message at hand? Try one of the examples.</p>
</section>`;

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

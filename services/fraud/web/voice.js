import { announce, h } from './dom.js';

/**
 * Creates a button that turns speech into text with the browser's recogniser; nothing if the browser has no
 * recogniser.
 *
 * @param {(text: string) => void} heard
 */
export function dictation(heard) {
  const names = /** @type {any} */ (window);
  const Recogniser = names.SpeechRecognition ?? names.webkitSpeechRecognition;
  if (!Recogniser) return null;
  const button = h('button', { type: 'button', class: 'quiet', 'aria-pressed': 'false' }, 'Dictate');
  /** @type {any} */
  let running;
  const stop = () => {
    running = undefined;
    button.setAttribute('aria-pressed', 'false');
    button.textContent = 'Dictate';
  };
  button.addEventListener('click', () => {
    if (running) {
      running.stop();
      return;
    }
    running = new Recogniser();
    running.lang = 'en-US';
    running.onresult = (/** @type {any} */ event) => heard(event.results[0][0].transcript);
    running.onerror = () => announce('No speech was recognised.');
    running.onend = stop;
    running.start();
    button.setAttribute('aria-pressed', 'true');
    button.textContent = 'Listening; press to stop';
  });
  return button;
}

/**
 * Creates a button that reads a text aloud with the browser's voice; nothing if the browser has no voice.
 *
 * @param {string} text
 */
export function readAloud(text) {
  if (!('speechSynthesis' in window)) return null;
  const button = h('button', { type: 'button', class: 'quiet' }, 'Read aloud');
  button.addEventListener('click', () => {
    const speaking = speechSynthesis.speaking;
    speechSynthesis.cancel();
    if (speaking) return;
    const utterance = new SpeechSynthesisUtterance(text);
    utterance.lang = 'en';
    speechSynthesis.speak(utterance);
  });
  return button;
}

import { call } from './api.js';
import { announce, h } from './dom.js';

/**
 * Creates a button that turns speech into text: with the browser's recogniser, or else with the service; nothing
 * if the browser cannot even record.
 *
 * @param {(text: string) => void} heard
 */
export function dictation(heard) {
  const names = /** @type {any} */ (window);
  const Recogniser = names.SpeechRecognition ?? names.webkitSpeechRecognition;
  if (!Recogniser && !(navigator.mediaDevices && 'MediaRecorder' in window)) return null;
  const button = h('button', { type: 'button', class: 'quiet', 'aria-pressed': 'false' }, 'Dictate');
  /** @type {(() => void) | undefined} */
  let stop;
  const ended = (/** @type {string} */ problem = '') => {
    stop = undefined;
    button.setAttribute('aria-pressed', 'false');
    button.textContent = problem || 'Dictate';
    announce(problem);
  };
  button.addEventListener('click', async () => {
    if (stop) return stop();
    stop = () => {};
    try {
      stop = Recogniser ? recognise(new Recogniser(), heard, ended) : await record(heard, ended);
      button.setAttribute('aria-pressed', 'true');
      button.textContent = 'Listening; press to stop';
    } catch {
      ended('The microphone cannot be used');
    }
  });
  return button;
}

/**
 * @param {any} recogniser
 * @param {(text: string) => void} heard
 * @param {(problem?: string) => void} ended
 * @returns {() => void} stops listening
 */
function recognise(recogniser, heard, ended) {
  let problem = '';
  recogniser.lang = navigator.language;
  recogniser.onresult = (/** @type {any} */ event) => heard(event.results[0][0].transcript);
  recogniser.onerror = () => {
    problem = 'No speech was recognised';
  };
  recogniser.onend = () => ended(problem);
  recogniser.start();
  return () => recogniser.stop();
}

/**
 * @param {(text: string) => void} heard
 * @param {(problem?: string) => void} ended
 * @returns {Promise<() => void>} stops recording and sends the recording to the service
 */
async function record(heard, ended) {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  const recorder = new MediaRecorder(stream);
  /** @type {Blob[]} */
  const parts = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  recorder.onstop = async () => {
    for (const track of stream.getTracks()) track.stop();
    const form = new FormData();
    form.set('file', new Blob(parts, { type: recorder.mimeType }), 'recording');
    try {
      heard((await call('POST', '/api/chat/speech', form)).text);
      ended();
    } catch (error) {
      ended(/** @type {Error} */ (error).message);
    }
  };
  recorder.start();
  return () => recorder.stop();
}

/**
 * Creates a button that reads an answer aloud: with a voice of the browser, or else with the service.
 *
 * @param {string} text
 * @param {string} language
 * @param {object} question to which the text is the answer
 */
export function readAloud(text, language, question) {
  const button = h('button', { type: 'button', class: 'quiet' }, 'Read aloud');
  /** @type {AudioContext | undefined} */
  let playing;
  // Browsers load their voices when they are first asked for.
  window.speechSynthesis?.getVoices();
  button.addEventListener('click', async () => {
    const synthesis = /** @type {SpeechSynthesis | undefined} */ (window.speechSynthesis);
    const speaks = playing !== undefined || synthesis?.speaking;
    synthesis?.cancel();
    void playing?.close();
    playing = undefined;
    if (speaks) return;
    if (synthesis?.getVoices().some((voice) => voice.lang.startsWith(language))) {
      const utterance = new SpeechSynthesisUtterance(text);
      utterance.lang = language;
      synthesis.speak(utterance);
      return;
    }
    const audio = new AudioContext();
    playing = audio;
    try {
      const bytes = await call('POST', '/api/chat?format=audio', question);
      const source = audio.createBufferSource();
      source.buffer = await audio.decodeAudioData(bytes);
      source.connect(audio.destination);
      source.onended = () => {
        if (playing === audio) playing = undefined;
      };
      source.start();
    } catch (error) {
      playing = undefined;
      button.textContent = /** @type {Error} */ (error).message;
      announce(button.textContent);
    }
  });
  return button;
}

import { call } from './api.js';
import { announce, h } from './dom.js';

const LONGEST_RECORDING_MS = 5 * 60_000;

/**
 * Creates a button that turns speech into text, by the browser's recogniser or else by the service. Returns nothing if
 * the browser cannot record. The microphone is on until the next click, for five minutes, or until the user leaves the
 * view.
 *
 * @param {(text: string) => void} heard
 */
export function dictation(heard) {
  const names = /** @type {any} */ (window);
  const Recogniser = names.SpeechRecognition ?? names.webkitSpeechRecognition;
  if (!Recogniser && !(navigator.mediaDevices && 'MediaRecorder' in window)) return null;
  const button = h('button', { type: 'button', class: 'quiet', 'aria-pressed': 'false' }, 'Dictate');
  /** @type {AbortController | undefined} */
  let listening;
  const ended = (/** @type {string} */ problem = '') => {
    listening = undefined;
    button.setAttribute('aria-pressed', 'false');
    button.textContent = problem || 'Dictate';
    announce(problem);
  };
  button.addEventListener('click', async () => {
    if (listening) return listening.abort();
    const end = new AbortController();
    const { signal } = end;
    listening = end;
    const leave = () => end.abort(LEFT);
    document.addEventListener('view-left', leave);
    const timer = setTimeout(() => end.abort(), LONGEST_RECORDING_MS);
    signal.addEventListener('abort', () => {
      document.removeEventListener('view-left', leave);
      clearTimeout(timer);
    });
    const over = (/** @type {string} */ problem = '') => {
      end.abort();
      if (listening === end) ended(problem);
    };
    try {
      if (Recogniser) recognise(new Recogniser(), signal, heard, over);
      else await record(signal, heard, over);
      if (signal.aborted) return;
      button.setAttribute('aria-pressed', 'true');
      button.textContent = 'Listening; press to stop';
    } catch {
      over(signal.aborted ? '' : 'The microphone cannot be used');
    }
  });
  return button;
}

/** Reason of a stop after which the recording is discarded: the user has left the view. */
const LEFT = 'left';

/**
 * @param {any} recogniser
 * @param {AbortSignal} signal stops listening
 * @param {(text: string) => void} heard
 * @param {(problem?: string) => void} ended
 */
function recognise(recogniser, signal, heard, ended) {
  let problem = '';
  recogniser.lang = navigator.language;
  recogniser.onresult = (/** @type {any} */ event) => {
    if (signal.reason !== LEFT) heard(event.results[0][0].transcript);
  };
  recogniser.onerror = () => {
    if (!signal.aborted) problem = 'No speech was recognised';
  };
  recogniser.onend = () => ended(problem);
  signal.addEventListener('abort', () => recogniser.stop());
  recogniser.start();
}

/**
 * @param {AbortSignal} signal stops recording and sends the recording to the service
 * @param {(text: string) => void} heard
 * @param {(problem?: string) => void} ended
 */
async function record(signal, heard, ended) {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  const release = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  // The user may have left the view while the browser asked for permission.
  if (signal.aborted) {
    release();
    return ended();
  }
  /** @type {Blob[]} */
  const parts = [];
  let recorder;
  try {
    recorder = new MediaRecorder(stream);
    recorder.start();
  } catch (error) {
    release();
    throw error;
  }
  recorder.ondataavailable = ({ data }) => parts.push(data);
  recorder.onstop = async () => {
    release();
    if (signal.reason === LEFT) return ended();
    const form = new FormData();
    form.set('file', new Blob(parts, { type: recorder.mimeType }), 'recording');
    try {
      heard((await call('POST', '/api/chat/speech', form)).text);
      ended();
    } catch (error) {
      ended(/** @type {Error} */ (error).message);
    }
  };
  // A recorder also stops by itself if its microphone is unplugged.
  signal.addEventListener('abort', () => {
    if (recorder.state !== 'inactive') recorder.stop();
  });
}

/**
 * Creates a button that reads an answer aloud, by a voice of the browser or else by the service.
 *
 * @param {string} text
 * @param {string} language
 * @param {object} question to which the text is the answer
 */
export function readAloud(text, language, question) {
  const button = h('button', { type: 'button', class: 'quiet' }, 'Read aloud');
  /** @type {AudioContext | undefined} */
  let playing;
  // Browsers load their voices on the first call, so this call comes early.
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
    // Does nothing if a second click has closed the audio.
    const finish = () => {
      if (playing !== audio) return;
      playing = undefined;
      void audio.close();
    };
    try {
      const bytes = await call('POST', '/api/chat?format=audio', question);
      const source = audio.createBufferSource();
      source.buffer = await audio.decodeAudioData(bytes);
      source.connect(audio.destination);
      source.onended = finish;
      source.start();
    } catch (error) {
      if (playing !== audio) return;
      finish();
      button.textContent = /** @type {Error} */ (error).message;
      announce(button.textContent);
    }
  });
  return button;
}

import { askText, callProvider, type Provider, ProviderError } from '../advice/provider.js';
import type { FraudConfig } from '../config/schema.js';
import { ESPEAK, isInstalled, speakBy, transcribeBy } from './programs.js';

export interface SpeechOptions extends Provider {
  transcriptionModel: string;
  speechModel: string;
  voice: string;
}

const MOST_TEXT_BYTES = 256 * 1024;
const MOST_AUDIO_BYTES = 20 * 1024 * 1024;
/** Maximum length of a text for OpenAI's speech endpoint. */
const LONGEST_SPOKEN = 4_096;

/** Speech to text and text to speech; each is set if it is configured. */
export interface Voice {
  /** @throws {ProviderError} */
  transcribe?(audio: { bytes: Uint8Array<ArrayBuffer>; type: string; name: string }): Promise<string>;
  /** @throws {ProviderError} */
  speak?(text: string, language: string): Promise<{ bytes: Uint8Array; type: string }>;
}

/** Returns the configured programs; without programs the configured API, and without both `espeak-ng` for speaking. */
export function voiceOf(settings: FraudConfig['speech']): Voice {
  const api = settings.url === '' ? undefined : new Speech(settings);
  const { listenCommand } = settings;
  const espeak = api === undefined && isInstalled(ESPEAK) ? ESPEAK : [];
  const speakCommand = settings.speakCommand.length > 0 ? settings.speakCommand : espeak;
  return {
    ...(listenCommand.length > 0
      ? { transcribe: (audio) => transcribeBy(listenCommand, audio) }
      : api && { transcribe: (audio) => api.transcribe(audio) }),
    ...(speakCommand.length > 0
      ? { speak: (text, language) => speakBy(speakCommand, shortened(text), language) }
      : api && { speak: (text) => api.speak(text) }),
  };
}

/** Speech to text and text to speech by an OpenAI-compatible audio provider. Audio and text are not stored. */
export class Speech {
  constructor(readonly options: SpeechOptions) {}

  /** Returns the words of a recording. @throws {ProviderError} */
  async transcribe(audio: { bytes: Uint8Array<ArrayBuffer>; type: string; name: string }): Promise<string> {
    const body = () => {
      const form = new FormData();
      // Providers recognise the format by the extension of the file's name.
      form.set('file', new Blob([audio.bytes], { type: audio.type }), audio.name);
      form.set('model', this.options.transcriptionModel);
      form.set('response_format', 'json');
      return form;
    };
    const request = { path: '/audio/transcriptions', body, maxBytes: MOST_TEXT_BYTES };
    return (await askText(this.options, request, ({ text }) => text)).trim();
  }

  /** Returns a recording of the text. @throws {ProviderError} */
  async speak(text: string): Promise<{ bytes: Uint8Array; type: string }> {
    const { bytes, type } = await callProvider(this.options, {
      path: '/audio/speech',
      body: () =>
        JSON.stringify({
          model: this.options.speechModel,
          voice: this.options.voice,
          input: shortened(text),
          response_format: 'mp3',
        }),
      maxBytes: MOST_AUDIO_BYTES,
    });
    const kind = type.split(';')[0]!.trim().toLowerCase();
    if (kind !== 'application/octet-stream' && !/^audio\/[\w.+-]+$/.test(kind)) {
      throw new ProviderError('answer', "The provider's answer is no audio.");
    }
    if (bytes.length === 0) throw new ProviderError('answer', "The provider's answer is empty.");
    return { bytes, type: kind.startsWith('audio/') ? kind : 'audio/mpeg' };
  }
}

/** Cuts the text after its last whole sentence within the limit. */
function shortened(text: string): string {
  if (text.length <= LONGEST_SPOKEN) return text;
  const cut = text.slice(0, LONGEST_SPOKEN);
  const end = cut.lastIndexOf('. ');
  return end > 0 ? cut.slice(0, end + 1) : cut;
}

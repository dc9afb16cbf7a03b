import type { AddressInfo } from 'node:net';
import multipart from '@fastify/multipart';
import { ConfigError } from '@services/kit/config';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import * as Type from 'typebox/type';
import type { App } from '../app.js';
import { errorAnswers, strict } from '../http/answers.js';
import { ApiError, invalidRequest } from '../http/api-error.js';
import { isInstalled } from '../speech/programs.js';
import { voiceOf } from '../speech/speech.js';
import { ownFigures } from '../transactions/own-figures.js';
import { Advice } from './advice.js';
import type { Turn } from './conversation.js';
import type { Knowledge } from './knowledge.js';
import { foreignLanguage } from './languages.js';
import { ProviderError } from './provider.js';
import type { Topic } from './topics.js';

const LONGEST_TEXT = 4_000;
const MOST_TURNS = 50;
const HISTORY_BYTES = 64 * 1024;
const AUDIO_BYTES = 10 * 1024 * 1024;

const ChatMessage = strict({
  message: Type.String({ minLength: 1, maxLength: LONGEST_TEXT }),
  history: Type.Optional(
    Type.Array(
      strict({
        role: Type.Enum(['user', 'assistant']),
        content: Type.String({ maxLength: LONGEST_TEXT }),
      }),
      { maxItems: MOST_TURNS, description: 'Earlier turns, oldest first; the service keeps none' },
    ),
  ),
});

const ChatReply = Type.Object({
  success: Type.Literal(true),
  response: Type.String({ description: 'General information, with a notice at its end' }),
  language: Type.String({ description: 'Language of the response, such as en' }),
  partner_video: Type.Object({ title: Type.String(), url: Type.String(), thumbnail: Type.String() }),
});

/** Formats in which browsers and telephones record. */
const AUDIO_TYPES = /^(?:audio\/[\w.+-]+|video\/(?:webm|mp4|ogg)|application\/ogg)$/;

/** `POST /api/chat` and `POST /api/chat/speech`. Neither a message nor an answer is stored or logged. */
export async function adviceRoutes(
  app: App,
  server: FastifyInstance,
  knowledge: Knowledge,
  films: ReadonlySet<Topic>,
): Promise<void> {
  const { advice: settings, speech: voice } = app.config;
  checkProviders(settings, voice);
  const { url, key, model, linkHosts } = settings;
  const advice = new Advice(knowledge, {
    model: url === '' ? undefined : { url, key, model, linkHosts },
    fallback: settings.fallback,
    videos: settings.videos,
    films,
    publicUrl: () => app.config.publicUrl || listeningUrl(server),
  });
  const speech = voiceOf(voice);

  server.post<{ Body: Static<typeof ChatMessage>; Querystring: { format?: 'json' | 'audio' } }>('/api/chat', {
    config: { access: 'chat' },
    schema: {
      tags: ['advice'],
      summary: 'Ask for general information about money',
      body: ChatMessage,
      querystring: strict({
        format: Type.Optional(
          Type.Enum(['json', 'audio'], { description: 'audio: the answer as speech instead of JSON' }),
        ),
      }),
      response: {
        200: {
          description: 'The advice',
          content: {
            'application/json': { schema: ChatReply },
            'audio/mpeg': { schema: Type.String({ format: 'binary' }) },
            'audio/wav': { schema: Type.String({ format: 'binary' }) },
          },
        },
        ...errorAnswers(501, 502, 504),
      },
    },
    async handler(request, reply) {
      const { message, history = [] } = request.body;
      checkHistory(history);
      const spoken = request.query.format === 'audio';
      if (spoken && !speech.speak) throw notConfigured();
      const figures = await ownFigures(app, request.caller.user);
      const answer = await upstream(() => advice.reply({ message, history, figures }));
      app.metrics.asked(answer.source === 'model' ? 'model' : answer.kind);
      if (answer.failure) app.log.warn({ reason: answer.failure.reason }, 'the chat provider gave no answer');
      const language = foreignLanguage(answer.text, knowledge)?.code ?? 'en';
      if (spoken && speech.speak) {
        const { speak } = speech;
        const audio = await upstream(() => speak(answer.text, language));
        return reply.type(audio.type).send(Buffer.from(audio.bytes));
      }
      return { success: true, response: answer.text, language, partner_video: answer.video };
    },
  });

  await server.register(async (scope) => {
    await scope.register(multipart, { limits: { fileSize: AUDIO_BYTES + 1, files: 1, fields: 4, parts: 5 } });
    scope.post('/api/chat/speech', {
      config: { access: 'chat' },
      bodyLimit: AUDIO_BYTES + 64 * 1024,
      schema: {
        tags: ['advice'],
        summary: 'Turn a recording into the text of a message',
        description: 'One file of at most 10 MiB as multipart/form-data, in a part of any name',
        consumes: ['multipart/form-data'],
        body: Type.Object({ file: Type.String({ format: 'binary', description: 'The recording' }) }),
        response: {
          200: Type.Object({ success: Type.Literal(true), text: Type.String() }),
          ...errorAnswers(501, 502, 504),
        },
      },
      // The schema serves the OpenAPI document only: parts are read as a stream, which no validator sees.
      validatorCompiler: () => () => true,
      // If no provider is configured, the route refuses a recording before reading it.
      async preParsing(_request, _reply, payload) {
        if (!speech.transcribe) throw notConfigured();
        return payload;
      },
      async handler(request) {
        const audio = await readRecording(request);
        const text = await upstream(() => speech.transcribe!(audio));
        return { success: true, text };
      },
    });
  });
}

/** @throws {ConfigError} if a URL is not http(s), a model has no name, or a program is missing */
function checkProviders(chat: App['config']['advice'], voice: App['config']['speech']): void {
  const isUrl = (url: string) => /^https?:\/\/[^/]/.test(url);
  const isMissing = (command: readonly string[]) => command.length > 0 && !isInstalled(command);
  const problems = [
    chat.url !== '' && !isUrl(chat.url) && 'advice.url must begin with http:// or https://',
    voice.url !== '' && !isUrl(voice.url) && 'speech.url must begin with http:// or https://',
    chat.url !== '' && chat.model === '' && 'advice.model is missing: advice.url needs the name of a model',
    voice.url !== '' && voice.transcriptionModel === '' && 'speech.transcriptionModel is missing',
    voice.url !== '' && voice.speechModel === '' && 'speech.speechModel is missing',
    ...(['speakCommand', 'listenCommand'] as const).map(
      (name) => isMissing(voice[name]) && `speech.${name}: the program ${voice[name][0]} is not installed`,
    ),
  ].filter((problem) => problem !== false);
  if (problems.length > 0) throw new ConfigError(problems);
}

/** Returns the URL of the service; empty until the service listens, so that URLs are relative. */
function listeningUrl(server: FastifyInstance): string {
  const address = server.server.address() as AddressInfo | null;
  if (address === null) return '';
  const { address: host, port } = address;
  const unspecified = host === '0.0.0.0' || host === '::';
  const name = unspecified ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

async function readRecording(request: FastifyRequest) {
  if (!request.isMultipart()) {
    throw new ApiError('UNSUPPORTED_MEDIA_TYPE', 'The Content-Type must be multipart/form-data.');
  }
  const file = await request.file();
  if (!file) throw invalidRequest('', 'must hold a file');
  const type = file.mimetype.toLowerCase();
  if (!AUDIO_TYPES.test(type)) {
    file.file.resume();
    throw new ApiError(
      'UNSUPPORTED_MEDIA_TYPE',
      'The file must be a recording, such as audio/webm or audio/wav.',
    );
  }
  const bytes = new Uint8Array(await file.toBuffer());
  // The parser accepts one byte more than its limit, so this check decides.
  if (bytes.length > AUDIO_BYTES) {
    throw new ApiError('PAYLOAD_TOO_LARGE', 'The recording is larger than 10 MiB.');
  }
  if (bytes.length === 0) throw invalidRequest('', 'must hold a file that is not empty');
  // A file's name may identify the speaker, so only its extension is sent to the provider.
  const ending = /\.[a-z0-9]{1,5}$/i.exec(file.filename ?? '')?.[0] ?? `.${type.split('/')[1]}`;
  return { bytes, type, name: `recording${ending}` };
}

function checkHistory(history: Turn[]): void {
  const bytes = history.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0);
  if (bytes > HISTORY_BYTES)
    throw invalidRequest('/history', `must hold at most ${HISTORY_BYTES} bytes of text`);
}

function notConfigured(): ApiError {
  return new ApiError('NOT_CONFIGURED', 'No speech provider is configured.');
}

/** Converts a provider's errors to the service's own errors, whose texts do not contain the provider's messages. */
async function upstream<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (error.reason === 'timeout')
      throw new ApiError('UPSTREAM_TIMEOUT', 'The provider took too long to answer.');
    throw new ApiError('UPSTREAM_ERROR', 'The provider gave no usable answer.');
  }
}

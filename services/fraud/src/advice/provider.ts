import { setTimeout as pause } from 'node:timers/promises';

/** Thrown if the provider gives no usable answer. */
export class ProviderError extends Error {
  override name = 'ProviderError';
  constructor(
    readonly reason: 'timeout' | 'status' | 'connection' | 'answer',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export interface Provider {
  /** Base address of an OpenAI-compatible API, such as `https://host/v1`. */
  url: string;
  /** Sent as a bearer token unless empty. */
  key: string;
  /** Time limit for all attempts together; `PROVIDER_TIMEOUT_MS` by default. */
  timeoutMs?: number;
}

export interface ProviderRequest {
  path: string;
  /** Creates the body of each attempt, because a form can be sent only once. */
  body: () => string | FormData;
  /** Maximum number of bytes that are read of a response. */
  maxBytes: number;
}

/** Time limit for all attempts together. */
export const PROVIDER_TIMEOUT_MS = 20_000;
const RETRY_AFTER_MS = 500;
/** Longest pause before a retry. The caller is waiting: if the provider requests a longer pause, there is no retry. */
const LONGEST_PAUSE_MS = 3_000;

/**
 * Sends one POST to the provider, with one retry after 429 or 5xx. Redirects are refused, so that the key and the
 * caller's text reach only the configured address.
 *
 * @throws {ProviderError}
 */
export async function callProvider(
  provider: Provider,
  { path, body, maxBytes }: ProviderRequest,
): Promise<{ type: string; bytes: Uint8Array }> {
  const { timeoutMs = PROVIDER_TIMEOUT_MS } = provider;
  const signal = AbortSignal.timeout(timeoutMs);
  const url = `${provider.url.replace(/\/+$/, '')}${path}`;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const content = body();
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          ...(provider.key ? { authorization: `Bearer ${provider.key}` } : {}),
          ...(typeof content === 'string' ? { 'content-type': 'application/json' } : {}),
        },
        body: content,
        redirect: 'error',
        signal,
      });
      if (response.ok) {
        return {
          type: response.headers.get('content-type') ?? '',
          bytes: await readBounded(response, maxBytes),
        };
      }
      await response.body?.cancel();
      if (attempt > 1 || !(response.status === 429 || response.status >= 500)) {
        throw new ProviderError('status', `The provider answered ${response.status}.`);
      }
      await pause(retryPause(response.headers.get('retry-after')), undefined, { signal });
    } catch (error) {
      if (error instanceof ProviderError) throw error;
      if (signal.aborted)
        throw new ProviderError('timeout', `The provider gave no answer in ${timeoutMs} ms.`);
      throw new ProviderError('connection', 'The provider could not be reached.', { cause: error });
    }
  }
}

/** Calls the provider, and returns a text in its JSON answer. @throws {ProviderError} */
export async function askText(
  provider: Provider,
  request: ProviderRequest,
  // biome-ignore lint/suspicious/noExplicitAny: the type of the text is checked
  textIn: (answer: any) => unknown,
): Promise<string> {
  const { bytes } = await callProvider(provider, request);
  let text: unknown;
  try {
    text = textIn(JSON.parse(Buffer.from(bytes).toString('utf8')));
  } catch (error) {
    throw new ProviderError('answer', "The provider's answer is no JSON.", { cause: error });
  }
  if (typeof text !== 'string') throw new ProviderError('answer', "The provider's answer holds no text.");
  return text;
}

function retryPause(retryAfter: string | null): number {
  const seconds = Number(retryAfter ?? Number.NaN);
  return seconds >= 0 ? Math.min(seconds * 1000, LONGEST_PAUSE_MS) : RETRY_AFTER_MS;
}

async function readBounded(response: Response, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > maxBytes)
      throw new ProviderError('answer', `The provider's answer is longer than ${maxBytes} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

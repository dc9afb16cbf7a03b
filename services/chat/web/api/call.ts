/** Thrown if the server refuses a request; `message` is the server's text. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: Record<string, unknown>;

  constructor(status: number, code: string, message: string, fields: Record<string, unknown>) {
    super(message);
    this.status = status;
    this.code = code;
    this.fields = fields;
  }
}

/** Thrown if no response arrives: the network or the server is down. */
export class Unreachable extends Error {
  constructor() {
    super('The server cannot be reached.');
  }
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
export type Params = Record<string, unknown>;

/**
 * If a rate limit ends within this time, the page waits and sends the request again. The page reports a longer limit
 * as an error.
 */
const MAX_WAIT_SECONDS = 15;

let csrfToken = '';
let onSignedOut = () => {};

/** Sets a function that is called when the session ends. */
export function whenSignedOut(listener: () => void): void {
  onSignedOut = listener;
}

export const csrf = (): string => csrfToken;

/** Reads the signed-in user, and the CSRF text that requests with changes must contain. */
export async function whoAmI(): Promise<{ user_id: number; email: string }> {
  const me = await request<{ user_id: number; email: string; csrf_token: string }>('GET', '/me', {});
  csrfToken = me.csrf_token;
  return me;
}

export async function signIn(username: string, password: string): Promise<void> {
  const answer = await request<{ csrf_token: string }>('POST', '/login', { username, password });
  csrfToken = answer.csrf_token;
}

/**
 * Calls an endpoint below /json of the server. Sends text unchanged and everything else as JSON; leaves out undefined
 * values.
 * @throws ApiError or Unreachable
 */
export async function call<T>(
  method: Method,
  path: string,
  params: Params = {},
  options: { signal?: AbortSignal } = {},
): Promise<T> {
  for (let attempt = 0; ; attempt++)
    try {
      return await request<T>(method, path, params, options.signal);
    } catch (error) {
      if (!(error instanceof ApiError) || attempt > 2) throw error;
      const seconds = Number(error.fields['retry-after'] ?? Number.POSITIVE_INFINITY);
      if (error.status === 401) {
        onSignedOut();
        throw error;
      }
      // The user signed in again in another window, so the CSRF text has changed.
      if (error.code === 'CSRF_FAILED') await whoAmI();
      else if (error.status === 429 && seconds <= MAX_WAIT_SECONDS)
        await new Promise((resolve) => setTimeout(resolve, seconds * 1000 + 100));
      else throw error;
    }
}

async function request<T>(method: Method, path: string, params: Params, signal?: AbortSignal): Promise<T> {
  const form = new URLSearchParams();
  let file: FormData | undefined;
  for (const [name, value] of Object.entries(params)) {
    if (value === undefined) continue;
    if (value instanceof File) {
      file = new FormData();
      file.append(name, value);
    } else form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  const query = method === 'GET' && form.size > 0 ? `?${form}` : '';
  let response: Response;
  try {
    response = await fetch(`/json${path}${query}`, {
      method,
      headers: method === 'GET' ? {} : { 'X-CSRF-Token': csrfToken },
      ...(method === 'GET' ? {} : { body: file ?? form }),
      ...(signal === undefined ? {} : { signal }),
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new Unreachable();
  }
  const fields = (await response.json().catch(() => undefined)) as Record<string, unknown> | undefined;
  // While the server is down, a proxy may respond with a page of its own, which is not JSON.
  if (fields === undefined || typeof fields.result !== 'string') throw new Unreachable();
  if (fields.result === 'success') return fields as T;
  const { code, msg, ...rest } = fields;
  if (response.status >= 500) throw new Unreachable();
  throw new ApiError(response.status, String(code), String(msg), rest);
}

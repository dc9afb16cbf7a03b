/** @typedef {{ username: string, tier: string, scopes: string[], expires_at: string, csrf_token: string }} Session */

/** Fires the event `change` with the rest of the hourly limit, which each response contains. */
export const usage = new EventTarget();

/** @type {string} CSRF value of the session, whose token is in a cookie that scripts cannot read. */
let csrf = '';

/** @param {string} value */
export function useCsrf(value) {
  csrf = value;
}

export class Refusal extends Error {
  /**
   * @param {number} status
   * @param {string} code
   * @param {string} message
   * @param {{ path: string, message: string }[]} details
   */
  constructor(status, code, message, details = []) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

/**
 * Calls the service. Throws Refusal for an error answer, and if the service cannot be reached.
 *
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<any>} JSON, or a recording as ArrayBuffer
 */
export async function call(method, path, body) {
  const isForm = body instanceof FormData;
  let response;
  try {
    response = await fetch(path, {
      method,
      headers: {
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
        ...(csrf ? { 'x-csrf-token': csrf } : {}),
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
  } catch {
    throw new Refusal(0, 'OFFLINE', 'The service cannot be reached. Is it running?');
  }
  tellUsage(response.headers);
  if (response.headers.get('content-type')?.startsWith('audio/')) return response.arrayBuffer();
  const text = await response.text();
  let answer;
  try {
    answer = JSON.parse(text);
  } catch {
    throw new Refusal(
      response.status,
      'NO_JSON',
      `The answer of the service is not JSON (${response.status}).`,
    );
  }
  if (response.ok) return answer;
  const { code = 'ERROR', message = 'The request failed.', details = [] } = answer.error ?? {};
  const wait = response.headers.get('retry-after');
  const again = response.status === 429 && wait ? ` Try again in ${duration(Number(wait))}.` : '';
  throw new Refusal(response.status, code, message + again, details);
}

/** @param {Headers} headers */
function tellUsage(headers) {
  const limit = Number(headers.get('ratelimit-limit'));
  if (!limit) return;
  const detail = {
    limit,
    remaining: Number(headers.get('ratelimit-remaining')),
    resetSeconds: Number(headers.get('ratelimit-reset')),
  };
  usage.dispatchEvent(new CustomEvent('change', { detail }));
}

/** @param {number} seconds */
export function duration(seconds) {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} seconds`;
  return `${Math.round(seconds / 60)} minutes`;
}

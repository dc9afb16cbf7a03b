import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

/** The part of the chat service's public API that a gate and a bot need. */
export class Chat {
  #authorization;

  /** @param {string} url of the server  @param {string} email  @param {string} key */
  constructor(url, email, key) {
    this.url = url.replace(/\/$/, '');
    this.#authorization = `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`;
  }

  /** Returns a client for a user with a password, after fetching the user's API key. */
  static async logIn(url, username, password) {
    const body = new URLSearchParams({ username, password });
    const answer = await fetch(`${url}/api/v1/fetch_api_key`, { method: 'POST', body });
    const { api_key: key, email, msg } = await answer.json();
    if (key === undefined) throw new Error(`${url}: ${msg}`);
    return new Chat(url, email ?? username, key);
  }

  /** @returns the server's answer; throws the server's message if the server refuses the request */
  async call(method, path, parameters = {}) {
    const pairs = Object.entries(parameters).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]);
    const form = new URLSearchParams(pairs);
    const query = method === 'GET' && pairs.length > 0 ? `?${form}` : '';
    const answer = await fetch(`${this.url}/api/v1${path}${query}`, {
      method,
      headers: { authorization: this.#authorization },
      ...(method === 'GET' ? {} : { body: form }),
    });
    return this.#told(answer);
  }

  /** @returns the address of the upload, for links in messages */
  async upload(name, bytes) {
    const body = new FormData();
    body.set('file', new Blob([bytes]), name);
    const headers = { authorization: this.#authorization };
    const answer = await fetch(`${this.url}/api/v1/user_uploads`, { method: 'POST', headers, body });
    const { url, uri } = await this.#told(answer);
    return url ?? uri;
  }

  /**
   * Writes an upload that this account may see to a file, piece by piece. @param {number} most maximum number of bytes
   */
  async download(path, file, most) {
    const { url } = await this.call('GET', path);
    const answer = await fetch(new URL(url, this.url));
    if (!answer.ok) throw new Error(`the upload cannot be read: ${answer.status}`);
    let size = 0;
    const bounded = async function* (parts) {
      for await (const part of parts) {
        size += part.length;
        if (size > most) throw new Error(`the upload has more than ${most} bytes`);
        yield part;
      }
    };
    await pipeline(answer.body, bounded, createWriteStream(file));
  }

  async #told(answer) {
    const body = await answer.json();
    if (body.result !== 'success') throw new Error(`${answer.url}: ${answer.status} ${body.msg}`);
    return body;
  }
}

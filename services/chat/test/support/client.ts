import { request } from 'undici';

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: {
    result: 'success' | 'error';
    msg: string;
    code?: string;
    ignored_parameters_unsupported?: string[];
    // biome-ignore lint/suspicious/noExplicitAny: tests read whatever the endpoint answers
    [field: string]: any;
  };
}

/** Ways in which real clients send parameters. */
export type Sending = 'query' | 'form' | 'multipart' | 'json';
export type Params = Record<string, unknown>;

/** Returns a value in the form in which clients send it: text unchanged, all other values as JSON. */
export const wireText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

/**
 * Encodes a form as headers and bytes. `request` does not accept every FormData object, because it uses the HTTP
 * client that the process has loaded first. This may be Node's built-in client, which accepts only its own FormData
 * class.
 */
export async function encodeForm(
  form: FormData,
): Promise<{ headers: { 'content-type': string }; body: Buffer }> {
  const encoded = new Response(form);
  return {
    headers: { 'content-type': encoded.headers.get('content-type')! },
    body: Buffer.from(await encoded.arrayBuffer()),
  };
}

/** A client for tests: it knows credentials and encodings, but no other part of the API. */
export class ApiClient {
  readonly #url: string;
  readonly #credentials: { email: string; key: string } | undefined;

  constructor(url: string, credentials?: { email: string; key: string }) {
    this.#url = url;
    this.#credentials = credentials;
  }

  get base(): string {
    return new URL('/', this.#url).href;
  }

  get(path: string, params?: Params): Promise<Answer> {
    return this.send('GET', path, params, 'query');
  }
  post(path: string, params?: Params, headers?: Record<string, string>): Promise<Answer> {
    return this.send('POST', path, params, 'form', headers);
  }
  patch(path: string, params?: Params): Promise<Answer> {
    return this.send('PATCH', path, params, 'form');
  }
  delete(path: string, params?: Params): Promise<Answer> {
    return this.send('DELETE', path, params, 'form');
  }

  /** Returns the fields of a successful response; throws for an error. */
  async ok(
    method: 'get' | 'post' | 'patch' | 'delete',
    path: string,
    params?: Params,
  ): Promise<Answer['body']> {
    const answer = await this[method](path, params);
    if (answer.body.result !== 'success')
      throw new Error(`${method} ${path}: ${answer.status} ${answer.body.code} ${answer.body.msg}`);
    return answer.body;
  }

  async send(
    method: string,
    path: string,
    params: Params = {},
    sending: Sending = 'form',
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const given = Object.entries(params).filter(([, value]) => value !== undefined);
    const texts = given.map(([name, value]): [string, string] => [name, wireText(value)]);
    const url = new URL(
      path.startsWith('/json') || path.startsWith('/api') ? path : `/api/v1${path}`,
      this.#url,
    );
    let body: string | Buffer | undefined;
    const sent: Record<string, string> = { ...this.#authorization(), ...headers };
    if (sending === 'query') for (const [name, text] of texts) url.searchParams.append(name, text);
    else if (sending === 'multipart') {
      const form = new FormData();
      for (const [name, text] of texts) form.append(name, text);
      const encoded = await encodeForm(form);
      Object.assign(sent, encoded.headers);
      body = encoded.body;
    } else if (sending === 'json') {
      sent['content-type'] = 'application/json';
      body = JSON.stringify(Object.fromEntries(given));
    } else if (texts.length > 0) {
      sent['content-type'] = 'application/x-www-form-urlencoded';
      body = new URLSearchParams(texts).toString();
    }
    const answer = await request(url, {
      method: method as 'POST',
      headers: sent,
      ...(body === undefined ? {} : { body }),
    });
    const text = await answer.body.text();
    return {
      status: answer.statusCode,
      headers: answer.headers,
      body: text === '' ? undefined : JSON.parse(text),
    };
  }

  #authorization(): Record<string, string> {
    if (this.#credentials === undefined) return {};
    const { email, key } = this.#credentials;
    return { authorization: `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}` };
  }
}

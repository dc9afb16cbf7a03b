import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Content of a key in a bucket. A function makes the bytes when they are requested. */
export interface StoredObject {
  readonly etag: string;
  readonly size: number;
  read(start: number, end: number): Uint8Array;
}

export function stored(bytes: Uint8Array): StoredObject {
  const etag = `"${createHash('md5').update(bytes).digest('hex')}"`;
  return { etag, size: bytes.length, read: (start, end) => bytes.subarray(start, end) };
}

/** Called with each request before the bucket handles it. Returns true if it has responded to the request. */
export type Fault = (request: IncomingMessage, response: ServerResponse, key: string) => boolean;

/** An S3 server with the operations that the fleet uses, and with any fault that a test needs. */
export class Bucket {
  readonly objects = new Map<string, StoredObject>();
  readonly #server: Server;
  fault: Fault | undefined;
  /** Makes the response to a listing, instead of the list of the bucket's objects. */
  listing: ((query: URLSearchParams) => string) | undefined;
  /** Delay before each response with an object. */
  latencyMs = 0;
  requests = 0;
  bytesSent = 0;

  constructor(readonly name = 'models') {
    this.#server = createServer((request, response) => this.#answer(request, response));
  }

  async listen(port = 0): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(port, '127.0.0.1', resolve));
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    this.requests++;
    // The class `URL` would resolve `..` in a key, so it is not used.
    const [path = '', query = ''] = (request.url ?? '').split('?', 2);
    const parameters = new URLSearchParams(query);
    const key = decodeURIComponent(path.slice(`/${this.name}/`.length));
    if (this.fault?.(request, response, key)) return;
    if (parameters.get('list-type') === '2') {
      response.setHeader('Content-Type', 'application/xml');
      response.end((this.listing ?? ((some) => this.#list(some)))(parameters));
      return;
    }
    const object = this.objects.get(key);
    if (object === undefined) {
      refuse(response, 404, 'NoSuchKey');
      return;
    }
    response.setHeader('ETag', object.etag);
    response.setHeader('Last-Modified', new Date(0).toUTCString());
    if (request.method === 'HEAD') {
      response.setHeader('Content-Length', object.size).end();
      return;
    }
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    const start = Number(from ?? 0);
    if (from !== undefined && start >= object.size) {
      response.setHeader('Content-Range', `bytes */${object.size}`);
      refuse(response, 416, 'InvalidRange');
      return;
    }
    const end = Math.min(object.size, to === undefined ? object.size : Number(to) + 1);
    if (from !== undefined) response.setHeader('Content-Range', `bytes ${start}-${end - 1}/${object.size}`);
    response.statusCode = from === undefined ? 200 : 206;
    const bytes = object.read(start, end);
    this.bytesSent += bytes.length;
    response.setHeader('Content-Length', bytes.length);
    if (this.latencyMs === 0) response.end(bytes);
    else setTimeout(() => response.end(bytes), this.latencyMs);
  }

  #list(query: URLSearchParams): string {
    const after = query.get('continuation-token') ?? query.get('start-after') ?? '';
    const prefix = query.get('prefix') ?? '';
    const most = Number(query.get('max-keys') ?? 1_000);
    const later = [...this.objects.keys()]
      .filter((key) => key.startsWith(prefix))
      .sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
      .filter((key) => Buffer.compare(Buffer.from(key), Buffer.from(after)) > 0);
    const page = later.slice(0, most);
    return listingXml(
      page.map((key) => ({ key, etag: this.objects.get(key)!.etag, size: this.objects.get(key)!.size })),
      later.length > most ? page.at(-1) : undefined,
    );
  }
}

export function listingXml(
  objects: readonly { key: string; etag: string; size: number }[],
  next?: string,
): string {
  const contents = objects.map(
    ({ key, etag, size }) =>
      `<Contents><Key>${escaped(encodeURIComponent(key))}</Key><ETag>${escaped(etag)}</ETag><Size>${size}</Size></Contents>`,
  );
  return (
    '<?xml version="1.0" encoding="UTF-8"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">' +
    `<EncodingType>url</EncodingType><IsTruncated>${next !== undefined}</IsTruncated>${contents.join('')}` +
    `${next === undefined ? '' : `<NextContinuationToken>${escaped(next)}</NextContinuationToken>`}</ListBucketResult>`
  );
}

export function refuse(response: ServerResponse, status: number, code: string): void {
  response.statusCode = status;
  response.setHeader('Content-Type', 'application/xml');
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`);
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (char) => `&#${char.codePointAt(0)};`);
}

import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isPublicAddress, networks } from './addresses.js';
import { OutgoingFailed, OutgoingRefused } from './errors.js';

export interface OutgoingOptions {
  /** Networks (CIDR) that are allowed although they are not public. */
  allow?: readonly string[] | undefined;
  /** Allowed ports; any by default. */
  ports?: readonly number[] | undefined;
  /** Resolves a name to all its addresses; by default with the system's resolver. */
  resolve?: ((host: string) => Promise<string[]>) | undefined;
  /** True to allow only https, except for the networks of `allow`. */
  httpsOnly?: boolean | undefined;
}

export interface OutgoingRequest {
  method: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** Time limit for the connection with TLS, in milliseconds. */
  connectTimeoutMs: number;
  /** Time limit for the whole request, in milliseconds. */
  timeoutMs: number;
  /** Maximum size of the response's body in bytes. */
  maxBytes: number;
}

export interface OutgoingAnswer {
  status: number;
  /** Headers by name in lower case; the values of repeated headers are joined by a comma. */
  headers: Record<string, string>;
  body: Uint8Array;
}

export interface Outgoing {
  /**
   * Sends one request to an address that a user gave. The name is resolved once, all its addresses are checked, and
   * the connection uses these addresses, so that a name cannot change its address between check and use. Redirects are
   * not followed, but returned like other responses. Throws OutgoingRefused or OutgoingFailed.
   */
  request(url: string, init: OutgoingRequest): Promise<OutgoingAnswer>;
  /**
   * Does the checks of `request` without sending a request. Use this method when a user configures an address. Throws
   * OutgoingRefused.
   */
  check(url: string): Promise<void>;
}

interface Target {
  url: URL;
  addresses: string[];
}

export function outgoing(options: OutgoingOptions = {}): Outgoing {
  const { ports, httpsOnly = false, resolve = resolveBySystem } = options;
  const allowed = networks(options.allow ?? []);
  const isAllowed = (address: string) => {
    const family = isIP(address);
    return family !== 0 && !address.includes('%') && allowed.check(address, family === 6 ? 'ipv6' : 'ipv4');
  };

  const targetOf = async (text: string): Promise<Target> => {
    const url = parsed(text);
    if (ports !== undefined && !ports.includes(portOf(url))) {
      throw new OutgoingRefused('port', `the port ${portOf(url)} is not allowed`);
    }
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const addresses = isIP(host) === 0 ? await addressesOf(host, resolve) : [host];
    const refused = addresses.find((address) => !isPublicAddress(address) && !isAllowed(address));
    if (refused !== undefined) {
      throw new OutgoingRefused('address', `${host} has an address that is not public`);
    }
    if (httpsOnly && url.protocol === 'http:' && !addresses.every(isAllowed)) {
      throw new OutgoingRefused('scheme', 'only https is allowed');
    }
    return { url, addresses };
  };

  return {
    async check(text) {
      await targetOf(text);
    },
    async request(text, init) {
      const signal = AbortSignal.timeout(init.timeoutMs);
      try {
        const target = await abortable(targetOf(text), signal);
        return await exchange(target, init, signal);
      } catch (error) {
        throw described(error, init, signal);
      }
    },
  };
}

function parsed(text: string): URL {
  // URL writes every form of an IPv4 address (decimal, octal, hexadecimal, short) as four decimal numbers.
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined) throw new OutgoingRefused('name', 'it is no URL');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new OutgoingRefused('scheme', `${url.protocol} is not allowed, only http: and https:`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new OutgoingRefused('credentials', 'a user name or password in the URL is not allowed');
  }
  return url;
}

function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}

async function addressesOf(host: string, resolve: (host: string) => Promise<string[]>): Promise<string[]> {
  let addresses: string[];
  try {
    addresses = await resolve(host);
  } catch (error) {
    throw new OutgoingFailed('connection', `${host} cannot be resolved`, { cause: error });
  }
  if (addresses.length === 0) throw new OutgoingRefused('name', `${host} has no address`);
  return addresses;
}

async function resolveBySystem(host: string): Promise<string[]> {
  const found = await lookup(host, { all: true, verbatim: true });
  return found.map(({ address }) => address);
}

async function exchange(target: Target, init: OutgoingRequest, signal: AbortSignal): Promise<OutgoingAnswer> {
  const found = target.addresses.map((address) => ({ address, family: isIP(address) }));
  // The client takes megabytes, so it is loaded for the first request.
  const { Agent, request: send } = await import('undici');
  // Each request has its own agent, so that no later request reuses a connection to an address that it did not check.
  const agent = new Agent({
    connect: {
      timeout: init.connectTimeoutMs,
      // undici calls `lookup` only for names. The function returns the checked addresses, without a new DNS request.
      lookup: (_host, { all }, done) => {
        if (all === true) done(null, found);
        else done(null, found[0]?.address ?? '', found[0]?.family);
      },
    },
  });
  try {
    const answer = await send(target.url, {
      method: init.method,
      dispatcher: agent,
      signal,
      headersTimeout: init.timeoutMs,
      bodyTimeout: init.timeoutMs,
      headers: init.headers ?? {},
      body: init.body ?? null,
    });
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of answer.body as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > init.maxBytes) {
        throw new OutgoingFailed('too_large', `the answer has more than ${init.maxBytes} bytes`);
      }
      chunks.push(chunk);
    }
    return { status: answer.statusCode, headers: joined(answer.headers), body: Buffer.concat(chunks) };
  } finally {
    await agent.destroy();
  }
}

function joined(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );
}

function abortable<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    promise.then(resolve, reject);
  });
}

function described(error: unknown, init: OutgoingRequest, signal: AbortSignal): unknown {
  if (error instanceof OutgoingRefused || error instanceof OutgoingFailed) return error;
  if (signal.aborted) {
    return new OutgoingFailed('timeout', `no answer within ${init.timeoutMs} ms`, { cause: error });
  }
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'UND_ERR_CONNECT_TIMEOUT') {
    return new OutgoingFailed('timeout', `no connection within ${init.connectTimeoutMs} ms`, {
      cause: error,
    });
  }
  return new OutgoingFailed('connection', message === '' ? (code ?? 'the connection failed') : message, {
    cause: error,
  });
}

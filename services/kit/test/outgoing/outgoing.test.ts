import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OutgoingFailed, OutgoingRefused, outgoing } from '@services/kit/outgoing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let server: Server;
let port: number;
const seen: { host: string | undefined; url: string | undefined; body: string }[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      seen.push({ host: request.headers.host, url: request.url, body });
      if (request.url === '/redirect') response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
      else if (request.url === '/large') response.end(Buffer.alloc(100_000));
      else if (request.url === '/slow') response.writeHead(200).write('a');
      else if (request.url !== '/silent') response.setHeader('set-cookie', ['a=1', 'b=2']).end('fine');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const init = { method: 'POST', body: 'text', connectTimeoutMs: 1_000, timeoutMs: 5_000, maxBytes: 1_000 };
const local = ['127.0.0.0/8'];
const never = async (): Promise<string[]> => {
  throw new Error('nothing is to be resolved');
};

async function refusal(url: string, options = {}): Promise<string> {
  const error = await outgoing({ resolve: never, ...options })
    .request(url, init)
    .catch((e: unknown) => e);
  expect(error).toBeInstanceOf(OutgoingRefused);
  return (error as OutgoingRefused).code;
}

async function failure(path: string, changes = {}): Promise<string> {
  const client = outgoing({ allow: local });
  const error = await client
    .request(`http://127.0.0.1:${port}${path}`, { ...init, ...changes })
    .catch((e: unknown) => e);
  expect(error).toBeInstanceOf(OutgoingFailed);
  return (error as OutgoingFailed).code;
}

describe('refused without a connection', () => {
  it.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://017700000001/',
    'http://127.1/',
    'http://0/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://169.254.169.254/latest/meta-data/',
    'http://１２７.0.0.1/',
  ])('%s', async (url) => {
    expect(await refusal(url)).toBe('address');
  });

  it('are other schemes, credentials in the URL, ports that are not allowed, and invalid URLs', async () => {
    expect(await refusal('file:///etc/passwd')).toBe('scheme');
    expect(await refusal('gopher://example.org/')).toBe('scheme');
    expect(await refusal('http://user:secret@example.org/')).toBe('credentials');
    expect(await refusal('http://example.org:22/', { ports: [80, 443] })).toBe('port');
    expect(await refusal('not a url')).toBe('name');
    expect(await refusal('http://no.addresses.example/', { resolve: async () => [] })).toBe('name');
    expect(await refusal('http://8.8.8.8/', { httpsOnly: true })).toBe('scheme');
  });

  it('is a name if one of its addresses is not public', async () => {
    const resolve = async () => ['8.8.8.8', '10.0.0.1'];
    expect(await refusal('http://mixed.example/', { resolve })).toBe('address');
  });
});

it('a request goes to the address that was checked, even if the name resolves to another address afterwards', async () => {
  let lookups = 0;
  // The second answer is the address that an attacker wants to reach.
  const resolve = async () => {
    lookups += 1;
    return lookups === 1 ? ['127.0.0.1'] : ['127.0.0.2'];
  };
  const client = outgoing({ allow: ['127.0.0.1'], resolve });
  const answer = await client.request(`http://rebind.example:${port}/hook?a=1`, init);
  expect(Buffer.from(answer.body).toString()).toBe('fine');
  expect(answer).toMatchObject({ status: 200, headers: { 'set-cookie': 'a=1, b=2' } });
  expect(lookups).toBe(1);
  expect(seen.at(-1)).toEqual({ host: `rebind.example:${port}`, url: '/hook?a=1', body: 'text' });
  const second = client.request(`http://rebind.example:${port}/`, init);
  await expect(second).rejects.toMatchObject({ code: 'address' });
});

it('checks an address without sending anything', async () => {
  const before = seen.length;
  const client = outgoing({ allow: local, ports: [443, port] });
  await client.check(`http://127.0.0.1:${port}/`);
  await client.check('https://8.8.8.8/');
  for (const url of ['http://8.8.8.8/', 'http://127.0.0.1/', 'https://10.0.0.1/', 'x']) {
    await expect(client.check(url)).rejects.toBeInstanceOf(OutgoingRefused);
  }
  const secure = outgoing({ allow: local, httpsOnly: true, resolve: async () => ['127.0.0.1', '8.8.8.8'] });
  await secure.check('http://127.0.0.1/');
  await secure.check('https://some.example/');
  await expect(secure.check('http://some.example/')).rejects.toMatchObject({ code: 'scheme' });
  expect(seen).toHaveLength(before);
});

it('refuses addresses of interfaces and texts that are not addresses, though their network is allowed', async () => {
  for (const address of ['fe80::1%lo', 'localhost', '']) {
    const resolve = async () => [address];
    expect(await refusal('http://a.example/', { resolve, allow: ['fe80::/10', '127.0.0.0/8'] })).toBe(
      'address',
    );
  }
});

it('keeps no connection open', async () => {
  await outgoing({ allow: local }).request(`http://127.0.0.1:${port}/`, init);
  const open = () => new Promise((resolve) => server.getConnections((_error, count) => resolve(count)));
  await expect.poll(open).toBe(0);
});

it('does not follow redirects', async () => {
  const answer = await outgoing({ allow: local }).request(`http://127.0.0.1:${port}/redirect`, init);
  expect(answer).toMatchObject({ status: 302, headers: { location: 'http://169.254.169.254/' } });
});

describe('fails', () => {
  it('when the answer is one byte larger than the limit', async () => {
    expect(await failure('/large', { maxBytes: 99_999 })).toBe('too_large');
    const { body } = await outgoing({ allow: local }).request(`http://127.0.0.1:${port}/large`, {
      ...init,
      maxBytes: 100_000,
    });
    expect(body).toHaveLength(100_000);
  });
  it('when a name cannot be resolved', async () => {
    const request = outgoing({ resolve: never }).request('http://unknown.example/', init);
    await expect(request).rejects.toMatchObject({
      code: 'connection',
      message: 'unknown.example cannot be resolved',
    });
  });
  it('when the answer is too large', async () => expect(await failure('/large')).toBe('too_large'));
  it('when no answer comes', async () =>
    expect(await failure('/silent', { timeoutMs: 200 })).toBe('timeout'));
  it('when the answer does not end', async () =>
    expect(await failure('/slow', { timeoutMs: 200 })).toBe('timeout'));
  it('when nothing listens', async () => {
    const client = outgoing({ allow: local, resolve: async () => ['127.0.0.1'] });
    const free = await new Promise<number>((resolve) => {
      const other = createServer().listen(0, '127.0.0.1', () => {
        const found = (other.address() as AddressInfo).port;
        other.close(() => resolve(found));
      });
    });
    await expect(client.request(`http://closed.example:${free}/`, init)).rejects.toMatchObject({
      code: 'connection',
    });
  });
  it('when the resolver does not answer', async () => {
    const client = outgoing({ resolve: () => new Promise(() => {}) });
    const request = client.request('http://slow.example/', { ...init, timeoutMs: 100 });
    await expect(request).rejects.toMatchObject({ code: 'timeout' });
  });
});

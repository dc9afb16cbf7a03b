import { connect } from 'node:net';
import { ConfigError } from '@services/kit/config';
import { createAdmin } from '@services/kit/health';
import { createHttp, listen, stopHttp } from '@services/kit/http';
import { createLogger } from '@services/kit/log';
import { createMetrics } from '@services/kit/metrics';
import { registerOpenApi } from '@services/kit/openapi';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

const metrics = createMetrics();
let lines = '';
const log = createLogger({
  destination: {
    write: (line: string) => {
      lines += line;
    },
  },
});
let app: FastifyInstance;
let url: string;
let port: number;
let reason: string | null | Error = null;

beforeAll(async () => {
  app = createHttp({
    log,
    metrics,
    bodyLimit: 100,
    trustProxy: ['127.0.0.1'],
    corsOrigins: ['https://page.example'],
  });
  await registerOpenApi(app, { title: '<Notes>', version: '1', path: '/openapi.json', docsPath: '/docs' });
  app.get('/item/:id', { schema: { summary: 'One item' } }, async (request) => {
    request.userId = 7;
    return { ip: request.ip };
  });
  app.post('/item', async () => ({}));
  app.get('/remark', { schema: { hide: true } }, async (request) => {
    request.log.warn({ token: 'abc' }, 'a remark');
    request.log.child({ part: 2 }).info('of a part');
    return {};
  });
  ({ url, port } = await listen(app, { host: '127.0.0.1', port: 0 }));
});
afterAll(() => stopHttp(app, 100));

describe('answers', () => {
  it('carry a request id and security headers', async () => {
    const answer = await fetch(`${url}/item/1`, { headers: { 'x-request-id': 'forged' } });
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9A-Z]{26}$/);
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'self';frame-ancestors 'none'");
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('strict-transport-security')).toBeNull();
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('use the client address that the configured proxy sends', async () => {
    const answer = await fetch(`${url}/item/1`, { headers: { 'x-forwarded-for': '9.9.9.9' } });
    expect(await answer.json()).toEqual({ ip: '9.9.9.9' });
  });

  it('invalid addresses in `trustProxy` are configuration errors', () => {
    const make = () => createHttp({ log, bodyLimit: 100, trustProxy: ['10.0.0.0/8', 'proxy.example', ''] });
    expect(make).toThrow(ConfigError);
    expect(make).toThrow(/trustProxy: proxy\.example: invalid IP address/);
  });

  it('can be read by pages of listed origins, and by no other pages', async () => {
    const preflight = (origin: string) =>
      fetch(`${url}/item`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      });
    const allowed = await preflight('https://page.example');
    expect(allowed.status).toBe(204);
    expect(allowed.headers.get('access-control-allow-origin')).toBe('https://page.example');
    const other = await preflight('https://page.example.evil');
    expect(other.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('allow the requested methods and headers to pages of listed origins, and tell caches that answers differ', async () => {
    const origin = 'https://page.example';
    const asked = { 'access-control-request-method': 'PUT', 'access-control-request-headers': 'x-own' };
    const ask = (path: string, method: string, headers: Record<string, string>) =>
      app.inject({ method: method as 'GET', url: path, headers });
    const preflight = (await ask('/item', 'OPTIONS', { origin, ...asked })).headers;
    expect(preflight).toMatchObject({
      'access-control-allow-headers': 'x-own',
      'access-control-max-age': '600',
      'access-control-allow-methods': expect.stringContaining('PUT'),
    });
    const read = await ask('/item/1', 'GET', { origin });
    expect([read.statusCode, read.headers.vary]).toEqual([200, 'Origin']);
    expect(read.headers['access-control-expose-headers']).toContain('Retry-After');
    expect(read.headers).not.toHaveProperty('access-control-allow-methods');
    const plain = await ask('/item/1', 'GET', {});
    expect([plain.headers.vary, plain.headers['access-control-allow-origin']]).toEqual(['Origin', undefined]);
    expect((await ask('/item', 'OPTIONS', { origin })).statusCode).toBe(404);
    expect((await ask('/item', 'PUT', { origin, ...asked })).statusCode).toBe(404);
  });

  it('to paths that cannot be decoded carry a request id, too', async () => {
    const answer = await fetch(`${url}/item/%ff`);
    expect([answer.status, answer.headers.get('x-request-id')]).toEqual([400, expect.any(String)]);
  });

  it('refuse large bodies, also if the request does not state a length', async () => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ text: 'x'.repeat(200) });
    expect((await fetch(`${url}/item`, { method: 'POST', headers, body })).status).toBe(413);
    const stream = new Blob([body]).stream();
    const streamed = await fetch(`${url}/item`, {
      method: 'POST',
      headers,
      body: stream,
      duplex: 'half',
    } as RequestInit);
    expect(streamed.status).toBe(413);
  });

  it('succeed for a path parameter of 16,000 characters', async () => {
    expect((await fetch(`${url}/item/${'a'.repeat(16_000)}`)).status).toBe(200);
  });
});

describe('a request', () => {
  it('is logged in one line with the route and the user, without path, query and headers', async () => {
    lines = '';
    await fetch(`${url}/item/hush1?token=hush2`, { headers: { authorization: 'hush3', cookie: 'hush4' } });
    await expect.poll(() => lines).toContain('\n');
    const written = lines.trim().split('\n');
    expect(written).toHaveLength(1);
    expect(lines).not.toContain('hush');
    expect(JSON.parse(written[0] ?? '')).toMatchObject({
      method: 'GET',
      route: '/item/:id',
      status: 200,
      user: 7,
      requestId: expect.any(String),
    });
  });

  it('has its id in every line that it logs', async () => {
    lines = '';
    const id = (await fetch(`${url}/remark`)).headers.get('x-request-id');
    await expect.poll(() => lines.trim().split('\n')).toHaveLength(3);
    expect(lines).not.toContain('abc');
    expect(
      lines
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as object),
    ).toMatchObject([
      { level: 'warn', requestId: id, msg: 'a remark' },
      { level: 'info', requestId: id, part: 2, msg: 'of a part' },
      { level: 'info', requestId: id, msg: 'request' },
    ]);
  });

  it('does not create a logger if its handler logs nothing', async () => {
    const child = vi.spyOn(app.log, 'child');
    lines = '';
    await fetch(`${url}/item/1`);
    await expect.poll(() => lines).toContain('"msg":"request"');
    expect(child).not.toHaveBeenCalled();
    await fetch(`${url}/remark`);
    expect(child).toHaveBeenCalled();
    child.mockRestore();
  });

  it('that the client abandons is no longer counted as in flight', async () => {
    await new Promise<void>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(
          'POST /item HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{',
        );
        setTimeout(() => socket.destroy(), 30);
      });
      socket.on('close', () => resolve());
    });
    const inFlight = async () =>
      (await metrics.registry.getSingleMetric('http_requests_in_flight')?.get())?.values[0]?.value;
    await expect.poll(inFlight).toBe(0);
  });
});

describe('the document of the routes', () => {
  it('is OpenAPI 3.1 and has a page for people without script', async () => {
    const document = (await (await fetch(`${url}/openapi.json`)).json()) as {
      openapi: string;
      paths: object;
    };
    expect(document.openapi).toBe('3.1.0');
    expect(Object.keys(document.paths)).toEqual(['/item/{id}', '/item']);
    const page = await fetch(`${url}/docs`);
    const html = await page.text();
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(html).toContain('One item');
    expect(html).toContain('&#60;Notes&#62;');
    expect(html).not.toMatch(/<script|<style| style=/);
    expect((await fetch(`${url}/docs.css`)).headers.get('content-type')).toBe('text/css; charset=utf-8');
  });
});

describe('the admin listener', () => {
  it('reports liveness, readiness and metrics', async () => {
    const admin = createAdmin({
      metrics,
      ready: async () => {
        if (reason instanceof Error) throw reason;
        return reason === 'never' ? new Promise(() => {}) : reason;
      },
    });
    const status = async (path: string) => {
      const { statusCode, body } = await admin.inject(path);
      return `${statusCode} ${body}`;
    };
    expect(await status('/livez')).toMatch(/^200/);
    expect(await status('/readyz')).toMatch(/^200/);
    reason = 'stopping';
    expect(await status('/readyz')).toBe('503 {"status":"unavailable","reason":"stopping"}');
    reason = 'never';
    expect(await status('/readyz')).toContain('no answer within');
    reason = new Error('database gone');
    expect(await status('/readyz')).toContain('database gone');
    const figures = await status('/metrics');
    expect(figures).toMatch(/http_request_duration_seconds_count\{.*route="\/item\/:id".*\} \d+/);
    expect(figures).toContain('process_cpu_seconds_total');
    await admin.close();
  });
});

it.each([
  ['127.0.0.1', '127.0.0.1'],
  ['localhost', 'localhost'],
  ['0.0.0.0', '127.0.0.1'],
])('a server on %s is reached at %s', async (host, reached) => {
  const other = createHttp({ log, bodyLimit: 100, trustProxy: [] });
  const { url: at, port: own } = await listen(other, { host, port: 0 });
  expect(at).toBe(`http://${reached}:${own}`);
  expect((await fetch(`${at}/x`)).status).toBe(404);
  await stopHttp(other, 100);
});

it('a server stops even if one of its requests never ends', async () => {
  const other = createHttp({ log, bodyLimit: 100, trustProxy: [] });
  other.get('/held', () => new Promise(() => {}));
  const { port: own } = await listen(other, { host: '127.0.0.1', port: 0 });
  const socket = connect(own, '127.0.0.1');
  socket.on('error', () => {});
  socket.write('GET /held HTTP/1.1\r\nhost: x\r\n\r\n');
  await new Promise((resolve) => setTimeout(resolve, 30));
  await stopHttp(other, 100);
  expect(other.server.listening).toBe(false);
});

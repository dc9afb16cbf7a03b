import { get, type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import { onTestFinished } from 'vitest';
import { type PageServer, servePage } from '../../src/serve/serve-page.js';
import { withFiles } from '../cli/temporary.js';

export const INDEX =
  '<!doctype html>\n<html><head><meta name="protomdl-files" content=""><title>x</title></head></html>\n';

/** A substitute for the built page. */
export function stubPage(more: Readonly<Record<string, string>> = {}): string {
  return withFiles({
    'index.html': INDEX,
    'assets/index-Dx1.js': 'export {};\n',
    'assets/index-Dx1.css': 'body {}\n',
    'assets/worker-Dx1.js': 'onmessage = null;\n',
    'assets/notes.sh': 'no part of a page\n',
    ...more,
  });
}

type Files = Parameters<typeof servePage>[0]['files'];

/** Starts a server, which is closed after the test. */
export async function served(files: Files = [], page = stubPage()): Promise<PageServer> {
  const server = await servePage({ page, files });
  onTestFinished(() => server.close());
  return server;
}

export interface Answered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** True if the connection was cut. */
  readonly broken: boolean;
}

export interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Path to send instead of the path of the URL. */
  readonly path?: string;
}

/** Sends a request as it is given: its path is not resolved or encoded. */
export function ask(url: string, asked: Asked = {}): Promise<Answered> {
  const { hostname, port, pathname } = new URL(url);
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        hostname,
        port,
        path: asked.path ?? pathname,
        method: asked.method ?? 'GET',
        headers: asked.headers ?? {},
        agent: false,
      },
      (response) => {
        const chunks: Buffer[] = [];
        const done = (broken: boolean) =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks),
            broken,
          });
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => done(false));
        response.on('error', () => done(true));
      },
    );
    sent.on('error', reject);
    sent.end();
  });
}

/** Sends raw text, and returns the response until the server closes the connection. */
export function speak(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let heard = '';
    socket.setTimeout(10_000, () => socket.destroy());
    socket.on('data', (chunk) => {
      heard += chunk;
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(heard));
    // Our side is left open, because a client that closes its side receives no response.
    socket.write(text);
  });
}

/** Begins a request as a browser that keeps the connection, and does not read the response. */
export function begin(url: string): Promise<import('node:http').IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(url, { agent: false, headers: { Connection: 'keep-alive' } }, resolve).on('error', reject);
  });
}

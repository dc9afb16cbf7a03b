import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** A server that keeps what it receives, such as an OpenAI-compatible provider; tests set its responses. */
export interface FakeProvider {
  url: string;
  received: Received[];
  /** Handler of all later requests. */
  answer: (request: Received, response: ServerResponse, count: number) => void;
  stop(): Promise<void>;
}

export async function startProvider(): Promise<FakeProvider> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { url: path = '', headers } = request;
    const one = { path, headers, body: Buffer.concat(chunks) };
    received.push(one);
    provider.answer(one, response, received.length);
  });
  // On a busy machine a client may reuse a connection that the server has closed after five seconds.
  server.keepAliveTimeout = 0;
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const provider: FakeProvider = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    received,
    answer: (_request, response) => response.writeHead(500).end(),
    async stop() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
  return provider;
}

/** Sends an answer of `/chat/completions`. */
export function says(response: ServerResponse, content: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ choices: [{ message: { role: 'assistant', content } }] }));
}

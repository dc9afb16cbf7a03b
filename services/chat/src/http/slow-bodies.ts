import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set for routes whose body is a file, which may take long while bytes keep arriving. */
    takesFiles?: boolean;
  }
}

const ANSWER = JSON.stringify({
  result: 'error',
  msg: 'The body took too long to arrive',
  code: 'REQUEST_TIMEOUT',
});
/**
 * The response is written as raw bytes to the socket, because the handler or the library that waits for the body still
 * owns the reply.
 */
const TOO_SLOW = [
  'HTTP/1.1 408 Request Timeout',
  'Content-Type: application/json; charset=utf-8',
  `Content-Length: ${Buffer.byteLength(ANSWER)}`,
  'Connection: close',
  '',
  ANSWER,
].join('\r\n');

/**
 * Closes connections whose body takes too long. Node's limit applies to all requests, and must allow the longest
 * upload. The limit `timeoutMs` is shorter: a body must be complete within this time, and an uploaded file must not
 * pause for longer.
 */
export function cutSlowBodies(fastify: FastifyInstance, timeoutMs: number): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    done();
    if (!hasBody(raw)) return;
    const { socket } = raw;
    const takesFiles = request.routeOptions.config.takesFiles === true;
    let seen = socket.bytesRead;
    const timer = setInterval(() => {
      if (takesFiles && socket.bytesRead !== seen) {
        seen = socket.bytesRead;
        return;
      }
      clearInterval(timer);
      if (!reply.raw.headersSent) socket.write(TOO_SLOW);
      socket.destroySoon();
    }, timeoutMs).unref();
    const stop = () => clearInterval(timer);
    raw.once('end', stop).once('close', stop);
  });
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

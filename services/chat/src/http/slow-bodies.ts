import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is a file: it may take long, as long as it goes on arriving. */
    takesFiles?: boolean;
  }
}

const ANSWER = JSON.stringify({
  result: 'error',
  msg: 'The body took too long to arrive',
  code: 'REQUEST_TIMEOUT',
});
/** Written by hand: a handler that waits for the body owns the reply, or has given it to another library. */
const TOO_SLOW = [
  'HTTP/1.1 408 Request Timeout',
  'Content-Type: application/json; charset=utf-8',
  `Content-Length: ${Buffer.byteLength(ANSWER)}`,
  'Connection: close',
  '',
  ANSWER,
].join('\r\n');

/**
 * Cuts connections whose body is late. Node has one limit for all requests, so it has to allow the longest upload;
 * this one is short: a body has to be complete within `timeoutMs`, a file must not pause for that long.
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

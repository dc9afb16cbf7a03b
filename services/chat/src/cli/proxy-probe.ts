import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Readable } from 'node:stream';
import { randomText } from '@services/kit/clock';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { App } from '../app.js';
import { notFound } from '../http/errors.js';
import { MIB } from '../uploads/receive.js';

/** Time for the first bytes of a body to reach the server through its proxy. */
const PATIENCE_MS = 3_000;

const PATH = '/probe/';

/** State of a probe at the time when the first bytes of its body arrived. */
interface Arrival {
  /** Client address, by which rate limits count. */
  address: string;
  /** True if the client address was named by a proxy. */
  isForwarded: boolean;
}

/** Open probes of each server, by token; a server that does not listen has no entry. */
const probes = new WeakMap<App, Map<string, (arrival: Arrival) => void>>();

/** Result of a probe: how the request arrived, or how it failed. */
export type ProbeResult =
  | ({ kind: 'streamed' } & Arrival)
  | { kind: 'buffered' }
  | { kind: 'refused'; status: number }
  | { kind: 'unreachable'; reason: string };

/** Adds the route of probes, which answers 404 unless the token belongs to a running probe. */
export async function probeRoute(fastify: FastifyInstance, app: App): Promise<void> {
  const open = new Map<string, (arrival: Arrival) => void>();
  probes.set(app, open);
  await fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    const bodyLimit = (app.config.maxFileUploadMib + 1) * MIB;
    scope.post(`${PATH}:token`, { bodyLimit }, async (request: FastifyRequest, reply) => {
      const arrived = open.get((request.params as { token: string }).token);
      if (arrived === undefined) throw notFound();
      (request.body as Readable).once('data', () =>
        arrived({ address: request.ip, isForwarded: request.headers['x-forwarded-for'] !== undefined }),
      );
      await new Promise((resolve) => request.raw.once('close', resolve));
      return reply.send();
    });
  });
}

/** Returns true if the server listens, so that it can be probed. */
export const canProbe = (app: App): boolean => probes.has(app);

/**
 * Sends this server the beginning of an upload of the largest size, through the public URL. A proxy that buffers
 * requests holds the probe back, and a proxy with a smaller limit refuses it.
 */
export async function probeProxy(app: App, publicUrl: string): Promise<ProbeResult> {
  const token = randomText(app.random, 32);
  const url = new URL(`${publicUrl}${PATH}${token}`);
  const open = probes.get(app)!;
  const outgoing = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, {
    method: 'POST',
    agent: false,
    headers: {
      'content-type': 'application/octet-stream',
      'content-length': app.config.maxFileUploadMib * MIB,
    },
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<ProbeResult>((resolve) => {
      timer = setTimeout(() => resolve({ kind: 'buffered' }), PATIENCE_MS);
      open.set(token, (arrival) => resolve({ kind: 'streamed', ...arrival }));
      outgoing.once('response', ({ statusCode = 0 }: IncomingMessage) =>
        resolve({ kind: 'refused', status: statusCode }),
      );
      outgoing.on('error', ({ message, code }: NodeJS.ErrnoException) =>
        resolve({ kind: 'unreachable', reason: message || (code ?? 'unknown') }),
      );
      outgoing.write(Buffer.alloc(1024));
    });
  } finally {
    clearTimeout(timer);
    open.delete(token);
    outgoing.destroy();
  }
}

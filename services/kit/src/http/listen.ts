import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Listens, and returns the server's address: with port 0, the system chooses the port. */
export async function listen(
  app: FastifyInstance,
  { host, port }: { host: string; port: number },
): Promise<{ url: string; port: number }> {
  await app.listen({ host, port });
  const address = app.server.address() as AddressInfo;
  return { url: `http://${reachable(host)}:${address.port}`, port: address.port };
}

/** Returns the host with which clients reach a server that listens on `host`. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}

/**
 * Stops accepting connections, waits at most `graceMs` for current requests, then closes all connections. The service
 * must end its long polls itself, before this call or in Fastify's `preClose` hook.
 */
export async function stopHttp(app: FastifyInstance, graceMs: number): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), graceMs);
  try {
    await app.close();
  } finally {
    clearTimeout(cut);
  }
}

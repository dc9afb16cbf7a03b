import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ProxyTrap {
  readonly address: string;
  /** Requests to other servers: `CONNECT example.org:443`. */
  readonly caught: string[];
  close(): void;
}

/**
 * A browser's proxy that leads nowhere and records requests: it also sees requests of workers, of styles, of
 * prefetching, and requests that no tool reports.
 */
export async function proxyTrap(): Promise<ProxyTrap> {
  const caught: string[] = [];
  const server = createServer((request, response) => {
    caught.push(`${request.method} ${request.url}`);
    response.writeHead(502).end();
  });
  server.on('connect', (request, socket) => {
    caught.push(`CONNECT ${request.url}`);
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    caught,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

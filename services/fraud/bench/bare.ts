import type { AddressInfo } from 'node:net';
import fastify from 'fastify';

/** Serves a bare Fastify route with a JSON body, to which the README compares all other figures. */
const app = fastify();
app.post('/bare', async () => ({ status: 'success' }));
await app.listen({ host: '127.0.0.1', port: 0 });
console.log(`ready at http://127.0.0.1:${(app.server.address() as AddressInfo).port}`);

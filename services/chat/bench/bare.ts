import type { AddressInfo } from 'node:net';
import fastify from 'fastify';

/** Serves a bare Fastify route, to which the README compares all other figures. */
const app = fastify();
app.get('/bare', async () => ({ result: 'success', msg: '' }));
app.post('/bare', async () => ({ result: 'success', msg: '' }));
app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
  done(null, Object.fromEntries(new URLSearchParams(body as string))),
);
await app.listen({ host: '127.0.0.1', port: 0 });
console.log(`ready at http://127.0.0.1:${(app.server.address() as AddressInfo).port}`);

/**
 * The worker thread of the embedded database. Messages in are requests of the wire protocol, one or several whole
 * ones; messages out are the answers. Plain JavaScript, because Node 20 loads no TypeScript in workers.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';

const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort);
/** @type {{ dataDir: string }} */
const { dataDir } = workerData;

const database = await PGlite.create({ dataDir });

/** One request after the other: an answer belongs to the request before it. */
let last = Promise.resolve();

port.on('message', (/** @type {Uint8Array | 'close'} */ request) => {
  last = last.then(() => (request === 'close' ? close() : answer(request)));
});
port.postMessage('ready');

/** The thread ends by itself when nothing holds it. */
async function close() {
  await database.close();
  port.close();
}

/** @param {Uint8Array} request */
async function answer(request) {
  const bytes = await database.execProtocolRaw(request);
  // The bytes may be a view of a larger buffer that the database keeps.
  const message = bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice();
  port.postMessage(message, [/** @type {ArrayBuffer} */ (message.buffer)]);
}

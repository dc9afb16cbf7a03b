/**
 * The worker thread of the embedded database. Each message to the worker contains one or more complete requests of the
 * wire protocol; the worker sends the responses. The file is plain JavaScript, because workers of Node 20 cannot load
 * TypeScript.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';

const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort);
/** @type {{ dataDir: string, wasm: WebAssembly.Module }} */
const { dataDir, wasm } = workerData;

const database = await PGlite.create({ dataDir, pgliteWasmModule: wasm });

/**
 * Resolves at the end of the last request. Requests run one after the other, so that responses are sent in the order
 * of the requests.
 */
let last = Promise.resolve();

port.on('message', (/** @type {Uint8Array | 'close'} */ request) => {
  last = last.then(() => (request === 'close' ? close() : answer(request)));
});
port.postMessage('ready');

/** The thread ends once the port is closed. */
async function close() {
  await database.close();
  port.close();
}

/**
 * Collects the pieces of a response, and sends the response as one message. PGlite's call that returns the whole
 * response would also parse the response, and keep all parsed results for ever: 500 bytes a request, a gigabyte in an
 * hour of traffic.
 * @param {Uint8Array} request
 */
async function answer(request) {
  /** @type {Uint8Array[]} */
  const pieces = [];
  // A piece is a view of the database's memory, so it must be copied.
  await database.execProtocolRawStream(request, { onRawData: (bytes) => pieces.push(bytes.slice()) });
  const message = pieces.length === 1 ? pieces[0] : joined(pieces);
  port.postMessage(message, [/** @type {ArrayBuffer} */ (message.buffer)]);
}

/** @param {Uint8Array[]} pieces */
function joined(pieces) {
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.byteLength, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.byteLength;
  }
  return whole;
}

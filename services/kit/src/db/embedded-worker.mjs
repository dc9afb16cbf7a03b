/**
 * The worker thread of the embedded database. It receives messages of one or several whole requests of the wire
 * protocol, and sends messages with the answers. Plain JavaScript, because Node 20 loads no TypeScript in workers.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';

const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort);
/** @type {{ dataDir: string, wasm: WebAssembly.Module }} */
const { dataDir, wasm } = workerData;

const database = await PGlite.create({ dataDir, pgliteWasmModule: wasm });

/** End of the last request: requests run one after the other, so that answers come in their order. */
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
 * Collects the pieces of an answer and sends them as one message. The call that returns the whole answer would also
 * parse it and keep all results for ever: 500 bytes a request, a gigabyte in an hour of traffic.
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

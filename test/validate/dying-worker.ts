/**
 * A worker as the pool's own, but for what it does with a file: what its name says. `die` ends the thread,
 * `die-once` does so the first time, `throw` by an error outside of the task, `slow` takes a while. A mark
 * beside files that only workers may meet says that it was. Who is to die waits for all others that are, each in its worker. It answers with an error whose code is the file's name.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { unreadable } from '../../src/validate/unreadable.js';
import type { FilesForWorker } from '../../src/validate/worker-job.js';
import { validateFrom } from '../../src/validate/worker-loop.js';

const marked = /^(die|throw|by-worker)/;
const deadly = /^(die|throw)/;
const { files } = workerData as FilesForWorker;
const condemned = files.flatMap((file) => (file && deadly.test(basename(file.path)) ? [file.path] : []));

void validateFrom(
  workerData,
  async (path, { policy }) => {
    const name = basename(path);
    const again = existsSync(`${path}.met`);
    if (marked.test(name)) writeFileSync(`${path}.met`, '');
    if (name.startsWith('slow')) await wait(100);
    if (deadly.test(name)) while (!condemned.every((other) => existsSync(`${other}.met`))) await wait(5);
    if (name.startsWith('die') && !(name.startsWith('die-once') && again)) process.exit(7);
    if (name.startsWith('throw')) {
      setImmediate(() => {
        throw new Error('thrown');
      });
      await new Promise(() => {});
    }
    return { report: unreadable(policy === undefined ? name : `${name} with a policy`, '') };
  },
  (answer) => parentPort?.postMessage(answer),
);

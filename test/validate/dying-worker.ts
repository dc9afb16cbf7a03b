/**
 * A worker like the pool's own, whose behaviour the name of a file controls. `die` ends the thread,
 * `die-once` ends it the first time, `die-of-memory` uses up all memory, `throw` causes an error outside of
 * the task, and `slow` takes some time. If a file may only be validated by workers, another file beside it
 * says so. A worker with a deadly file waits until all deadly files have been taken, each by its own worker.
 * `by-worker-late` returns when another worker is dead, and then keeps its file for a while. A file that does
 * not end its worker gets the report of an unreadable file, with the file's name as code.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { unreadable } from '../../src/check/validate/file-report.js';
import { validateFrom } from '../../src/check/validate/worker.js';
import type { FilesForWorker, WorkerAnswer } from '../../src/check/validate/worker-job.js';

const marked = /^(die|throw|by-worker)/;
const LATE = 'by-worker-late';
const deadly = /^(die|throw)/;

export default async function work(job: FilesForWorker): Promise<void> {
  const paths = job.files.flatMap((file) => (file ? [file.path] : []));
  const condemned = paths.filter((path) => deadly.test(basename(path)));
  const answers = {
    postMessage(answer: WorkerAnswer): void {
      job.answers.postMessage(answer);
      if (job.files[answer.index]?.path.endsWith(LATE)) sleep(300);
    },
  };
  await validateFrom({ ...job, answers }, async (path, { policy }) => {
    const name = basename(path);
    const again = existsSync(`${path}.met`);
    if (marked.test(name)) writeFileSync(`${path}.met`, '');
    if (name.startsWith('slow')) await wait(100);
    if (name === LATE) {
      while (!condemned.every((other) => existsSync(`${other}.met`))) await wait(5);
      await wait(200);
    }
    if (deadly.test(name)) while (!condemned.every((other) => existsSync(`${other}.met`))) await wait(5);
    // Memory is used up in small pieces, as files do: V8 13 ends the whole process if a large piece, or the
    // growth of a list, does not fit, and Node cannot prevent this.
    if (name === 'die-of-memory') for (let taken: object = {}; ; ) taken = { taken };
    if (name.startsWith('die') && !(name.startsWith('die-once') && again)) process.exit(7);
    if (name.startsWith('throw')) {
      setImmediate(() => {
        throw new Error('thrown');
      });
      await new Promise(() => {});
    }
    return { report: unreadable(policy === undefined ? name : `${name} with a policy`, '') };
  });
}

/** Blocks, as a thread does that gets no processor time. */
function sleep(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

import { expose, type Remote, releaseProxy, transfer, wrap } from 'comlink';
import type { PageComparison } from './comparison.js';
import type { Looker } from './looker.js';
import type { Crossing, Openable, Opened } from './opened.js';
import type { Validator } from './validator.js';
import type { Engine } from './worker.js';

/** A worker with one task. Ending the worker discards its work, which is the only way to cancel the task. */
export interface Hired<T> {
  readonly does: Remote<T>;
  /**
   * @param listener called when the worker fails permanently and leaves its open requests without a response
   */
  onBreak(listener: (error: Error) => void): void;
  end(): void;
}

export const hireLooker = (file: Opened): Promise<Hired<Looker>> =>
  hire((engine) => engine.look(crossing(file)));
export const hireComparer = (before: Opened, after: Opened): Promise<Hired<PageComparison>> =>
  hire((engine) => engine.compare(crossing(before), crossing(after)));
export const hireValidator = ({ from, name, options }: Openable): Promise<Hired<Validator>> =>
  hire((engine) => engine.validator(crossing(from), name, options));

/**
 * Returns a file in the form that can be sent to a worker. A hosted file is read by the page, because only
 * the page can reach its host.
 */
function crossing(file: Opened): Crossing {
  if (!('hosted' in file)) return file;
  const { port1, port2 } = new MessageChannel();
  expose(async (offset: number, length: number) => {
    const bytes = await file.hosted.read(offset, length);
    return transfer(bytes, [bytes]);
  }, port1);
  return transfer({ size: file.hosted.size, port: port2 }, [port2]);
}

export async function sampleModel(): Promise<Uint8Array<ArrayBuffer>> {
  let bytes: Uint8Array<ArrayBuffer> | undefined;
  const hired = await hire(async (engine) => {
    bytes = (await engine.sample()) as Uint8Array<ArrayBuffer>;
  });
  hired.end();
  return bytes as Uint8Array<ArrayBuffer>;
}

/** @throws errors of the engine while it opens the file; an Error if the worker cannot be started */
async function hire<T>(task: (engine: Remote<Engine>) => Promise<unknown>): Promise<Hired<T>> {
  const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module', name: 'protomdl' });
  const engine = wrap<Engine>(worker);
  let listener: ((error: Error) => void) | undefined;
  const failed = new Promise<never>((_, reject) => {
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      const error = new Error(event.message || 'the engine could not be started');
      reject(error);
      listener?.(error);
    });
  });
  try {
    const does = (await Promise.race([task(engine), failed])) as Remote<T>;
    return {
      does,
      onBreak(next) {
        listener = next;
      },
      end() {
        engine[releaseProxy]();
        worker.terminate();
      },
    };
  } catch (error) {
    worker.terminate();
    throw error;
  }
}

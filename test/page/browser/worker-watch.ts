import type { CDPSession } from 'playwright-core';

/** Memory of an isolate, in bytes. */
export interface Held {
  readonly heap: number;
  /** Bytes of array buffers and WebAssembly memories. */
  readonly buffers: number;
}

type Answer = {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
};
interface HeapUsage {
  readonly usedSize: number;
  readonly backingStorageSize: number;
}

/** The page's workers, from the browser's view. */
export class WorkerWatch {
  readonly #alive = new Set<string>();
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #asked = 0;

  private constructor(private readonly cdp: CDPSession) {}

  static async begin(cdp: CDPSession): Promise<WorkerWatch> {
    const watch = new WorkerWatch(cdp);
    cdp.on('Target.attachedToTarget', ({ sessionId }) => watch.#alive.add(sessionId));
    cdp.on('Target.detachedFromTarget', ({ sessionId }) => watch.#alive.delete(sessionId));
    cdp.on('Target.receivedMessageFromTarget', ({ message }) => {
      const answer = JSON.parse(message) as Answer;
      watch.#waiting.get(answer.id)?.(answer);
      watch.#waiting.delete(answer.id);
    });
    await cdp.send('Target.setAutoAttach', {
      autoAttach: true,
      waitForDebuggerOnStart: false,
      flatten: false,
    });
    return watch;
  }

  get count(): number {
    return this.#alive.size;
  }

  /** Memory of the page and its workers, after garbage collection. */
  async held(): Promise<Held> {
    await this.cdp.send('HeapProfiler.collectGarbage');
    const usages = [(await this.cdp.send('Runtime.getHeapUsage')) as unknown as HeapUsage];
    for (const sessionId of this.#alive) {
      await this.#ask(sessionId, 'HeapProfiler.collectGarbage');
      usages.push((await this.#ask(sessionId, 'Runtime.getHeapUsage')) as HeapUsage);
    }
    return {
      heap: usages.reduce((sum, { usedSize }) => sum + usedSize, 0),
      buffers: usages.reduce((sum, { backingStorageSize }) => sum + backingStorageSize, 0),
    };
  }

  async #ask(sessionId: string, method: string): Promise<unknown> {
    const id = ++this.#asked;
    const answered = new Promise<Answer>((resolve) => this.#waiting.set(id, resolve));
    await this.cdp.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method }) });
    const { result, error } = await answered;
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
    return result;
  }
}

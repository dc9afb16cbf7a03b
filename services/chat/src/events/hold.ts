import type { EventQueue } from './queue.js';

/** Holds a poll until an event arrives; resolves to true if a heartbeat is due first. */
export function hold(
  queue: EventQueue,
  {
    heartbeatMinSeconds: min,
    heartbeatMaxSeconds: max,
  }: { heartbeatMinSeconds: number; heartbeatMaxSeconds: number },
  whenGone: (listener: () => void) => () => void,
): Promise<boolean> {
  return new Promise<boolean>((resolve, reject) => {
    let stopListening: (() => void) | undefined;
    const done = () => {
      clearTimeout(timer);
      stopListening?.();
      if (queue.waiter === waiter) queue.waiter = undefined;
    };
    const waiter = {
      answer: () => {
        done();
        resolve(false);
      },
      fail: (error: Error) => {
        done();
        reject(error);
      },
    };
    const timer = setTimeout(
      () => {
        done();
        resolve(true);
      },
      (min + Math.random() * (max - min)) * 1000,
    );
    queue.waiter = waiter;
    stopListening = whenGone(waiter.answer);
  });
}

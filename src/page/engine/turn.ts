/** How long a worker goes on before it lets messages in: a click must not wait noticeably. */
const SLICE_MS = 40;

/**
 * Lets messages in when the last time was some while ago. `setTimeout` would wait four milliseconds each time, a
 * message to oneself does not.
 */
export function turns(): () => Promise<void> | undefined {
  const { port1, port2 } = new MessageChannel();
  let waiting: (() => void) | undefined;
  let last = performance.now();
  port1.onmessage = () => {
    last = performance.now();
    waiting?.();
  };
  return () => {
    if (performance.now() - last < SLICE_MS) return undefined;
    return new Promise((resolve) => {
      waiting = resolve;
      port2.postMessage(null);
    });
  };
}

/** How long a worker goes on before it lets messages in: a click must not wait noticeably. */
const SLICE_MS = 40;

/** As the page and its tests have it, whose types differ. */
interface Port {
  onmessage: (() => void) | null;
  postMessage(message: null): void;
}

interface Channel {
  readonly port1: Port;
  readonly port2: Port;
}

let channel: Channel | undefined;
const waiting: (() => void)[] = [];

/**
 * Lets messages in when the last time was some while ago. `setTimeout` would wait four milliseconds each time, a
 * message to oneself does not.
 */
export function turns(): () => Promise<void> | undefined {
  let last = performance.now();
  return () => {
    if (performance.now() - last < SLICE_MS) return undefined;
    return new Promise<void>((resolve) => {
      waiting.push(() => {
        last = performance.now();
        resolve();
      });
      letOthersIn();
    });
  };
}

/** One channel for all: each would have to be closed, by somebody who knows when the work is over. */
function letOthersIn(): void {
  if (channel === undefined) {
    channel = new MessageChannel() as unknown as Channel;
    channel.port1.onmessage = () => waiting.shift()?.();
  }
  channel.port2.postMessage(null);
}

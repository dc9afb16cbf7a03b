/** As the page and its tests have it, whose types differ. */
interface Port {
  onmessage: (() => void) | null;
  postMessage(message: null): void;
}

interface Channel {
  readonly port1: Port;
  readonly port2: Port;
}

/** One for all: each would have to be closed when the work is over. */
let channel: Channel | undefined;
const waiting: (() => void)[] = [];

/** Lets messages in. `setTimeout` would wait four milliseconds each time, a message to oneself does not. */
export function letMessagesIn(): Promise<void> {
  if (channel === undefined) {
    channel = new MessageChannel() as unknown as Channel;
    channel.port1.onmessage = () => waiting.shift()?.();
  }
  const { port2 } = channel;
  return new Promise((resolve) => {
    waiting.push(resolve);
    port2.postMessage(null);
  });
}

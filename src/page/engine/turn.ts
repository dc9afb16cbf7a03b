/** The part of a message port that its types in the page and in the page's tests share. */
interface Port {
  onmessage: (() => void) | null;
  postMessage(message: null): void;
}

interface Channel {
  readonly port1: Port;
  readonly port2: Port;
}

/** One channel for all calls: separate channels would have to be closed after the work. */
let channel: Channel | undefined;
const waiting: (() => void)[] = [];

/**
 * Gives pending messages a turn. `setTimeout` would wait four milliseconds each time; posting a message does
 * not.
 */
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

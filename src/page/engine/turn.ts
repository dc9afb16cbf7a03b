/**
 * The properties that message ports have both in the types of browsers and in the types with which the tests
 * are compiled.
 */
interface Port {
  onmessage: (() => void) | null;
  postMessage(message: null): void;
}

interface Channel {
  readonly port1: Port;
  readonly port2: Port;
}

/** All calls share one channel, because an unclosed channel for each call would leak. */
let channel: Channel | undefined;
const waiting: (() => void)[] = [];

/**
 * Lets pending messages be handled. A message is posted, because `setTimeout` would wait four milliseconds
 * each time.
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

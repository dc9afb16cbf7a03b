import { DeleteMessageBatchCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { EventQueue, QueueMessage } from './event-queue.js';

/** Limits of SQS: messages of one request, and seconds that a request for messages may wait. */
const MOST_MESSAGES = 10;
const MOST_WAIT_S = 20;

/** Maximum time for which SQS hides a received message from other requests. */
const MOST_HIDDEN_S = 12 * 3_600;

const CONNECT_TIMEOUT_MS = 5_000;
/** Timeout of a silent connection, which must exceed the wait of a request for messages. */
const SILENCE_TIMEOUT_MS = (MOST_WAIT_S + 10) * 1_000;

/** Attempts of the SDK for one request. */
const MAX_ATTEMPTS = 3;

export class SqsQueue implements EventQueue {
  readonly #client: SQSClient;

  /**
   * @param hiddenMs time after which the queue delivers a message again if it was not removed
   * @param region used if the URL does not name a region
   */
  constructor(
    private readonly url: string,
    private readonly hiddenMs: number,
    region: string | undefined,
  ) {
    process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
    this.#client = new SQSClient({
      region:
        regionIn(url) ?? region ?? process.env.AWS_REGION ?? process.env.AWS_DEFAULT_REGION ?? 'us-east-1',
      endpoint: new URL(url).origin,
      maxAttempts: MAX_ATTEMPTS,
      requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, socketTimeout: SILENCE_TIMEOUT_MS },
    });
  }

  async receive(waitMs: number, signal: AbortSignal): Promise<readonly QueueMessage[]> {
    const command = new ReceiveMessageCommand({
      QueueUrl: this.url,
      MaxNumberOfMessages: MOST_MESSAGES,
      WaitTimeSeconds: Math.max(0, Math.min(MOST_WAIT_S, Math.ceil(waitMs / 1_000))),
      VisibilityTimeout: Math.min(MOST_HIDDEN_S, Math.ceil(this.hiddenMs / 1_000)),
    });
    const { Messages = [] } = await this.#client.send(command, { abortSignal: signal });
    return Messages.map(({ ReceiptHandle = '', Body = '' }) => ({ handle: ReceiptHandle, body: Body }));
  }

  /** A message that could not be removed is delivered again. Its objects are then unchanged. */
  async remove(messages: readonly QueueMessage[]): Promise<void> {
    for (let at = 0; at < messages.length; at += MOST_MESSAGES) {
      const Entries = messages
        .slice(at, at + MOST_MESSAGES)
        .map(({ handle }, index) => ({ Id: `${index}`, ReceiptHandle: handle }));
      await this.#client.send(new DeleteMessageBatchCommand({ QueueUrl: this.url, Entries }));
    }
  }

  close(): void {
    this.#client.destroy();
  }
}

/** An address such as `https://sqs.eu-central-1.amazonaws.com/…` names its region. */
function regionIn(url: string): string | undefined {
  return /^https:\/\/sqs\.([a-z0-9-]+)\.amazonaws\.com/.exec(url)?.[1];
}

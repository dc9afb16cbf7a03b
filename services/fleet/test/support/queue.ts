import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Waiting {
  readonly body: string;
  /** Time until which the message is hidden, in milliseconds of the monotonic clock of the process. */
  hiddenTo: number;
  handle: string;
}

/** Interval at which a waiting request checks for a message. */
const LOOK_MS = 10;

/** A queue with the operations of SQS that the fleet uses, in SQS's JSON protocol. */
export class Queue {
  readonly #messages: Waiting[] = [];
  readonly #server: Server;
  /** True if each request fails with a server error. */
  isBroken = false;
  requests = 0;

  constructor() {
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/123456789012/models`;
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }

  send(body: unknown): void {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    this.#messages.push({ body: text, hiddenTo: 0, handle: '' });
  }

  /** Texts of the messages that were not removed. */
  get left(): string[] {
    return this.#messages.map(({ body }) => body);
  }

  /** Makes hidden messages visible, as if their time had passed. */
  deliverAgain(): void {
    for (const message of this.#messages) message.hiddenTo = 0;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.requests++;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const asked = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>;
    const operation = `${request.headers['x-amz-target']}`.replace('AmazonSQS.', '');
    response.setHeader('Content-Type', 'application/x-amz-json-1.0');
    const result =
      operation === 'ReceiveMessage' ? await this.#receive(asked, response) : this.#remove(asked);
    if (this.isBroken) response.statusCode = 503;
    response.end(
      this.isBroken ? '{"__type":"com.amazonaws.sqs#ServiceUnavailable"}' : JSON.stringify(result),
    );
  }

  async #receive(asked: Record<string, unknown>, response: ServerResponse): Promise<unknown> {
    const end = performance.now() + Number(asked.WaitTimeSeconds) * 1_000;
    for (;;) {
      const now = performance.now();
      if (this.isBroken) return undefined;
      const found = this.#messages
        .filter(({ hiddenTo }) => hiddenTo <= now)
        .slice(0, Number(asked.MaxNumberOfMessages));
      for (const message of found) {
        message.hiddenTo = now + Number(asked.VisibilityTimeout) * 1_000;
        message.handle = randomUUID();
      }
      if (found.length > 0 || now >= end || response.destroyed) {
        return {
          Messages: found.map(({ body, handle }) => ({
            MessageId: randomUUID(),
            ReceiptHandle: handle,
            MD5OfBody: createHash('md5').update(body).digest('hex'),
            Body: body,
          })),
        };
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  }

  #remove({ Entries }: Record<string, unknown>): unknown {
    if (this.isBroken) return undefined;
    const entries = Entries as { Id: string; ReceiptHandle: string }[];
    for (const { ReceiptHandle } of entries) {
      const at = this.#messages.findIndex(({ handle }) => handle === ReceiptHandle);
      if (at >= 0) this.#messages.splice(at, 1);
    }
    return { Successful: entries.map(({ Id }) => ({ Id })), Failed: [] };
  }
}

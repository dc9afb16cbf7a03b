import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface Mail {
  from: string;
  to: string[];
  headers: string;
  /** Text of all parts of the mail, decoded. */
  text: string;
}

/** A mail server from another library, which stores the mails that it receives. */
export class Mailbox {
  readonly mails: Mail[] = [];
  /** Number of mails that the server refuses before it accepts mails again. */
  failures = 0;
  readonly #server: SMTPServer;

  constructor() {
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          if (this.failures > 0) {
            this.failures--;
            done(Object.assign(new Error('try again later'), { responseCode: 451 }));
            return;
          }
          const raw = Buffer.concat(chunks).toString('latin1');
          const { mailFrom, rcptTo } = session.envelope;
          this.mails.push({
            from: mailFrom === false ? '' : mailFrom.address,
            to: rcptTo.map(({ address }) => address),
            headers: raw.slice(0, raw.indexOf('\r\n\r\n')),
            text: decoded(raw.slice(raw.indexOf('\r\n\r\n'))),
          });
          done();
        });
      },
    });
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `smtp://127.0.0.1:${(this.#server.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.close(resolve));
  }

  /** Returns the mails to an address, oldest first. */
  to(address: string): Mail[] {
    return this.mails.filter((mail) => mail.to.includes(address));
  }
}

/** Decodes quoted-printable. Base64 does not occur: this service only uses it for much non-ASCII text. */
function decoded(body: string): string {
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_match, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

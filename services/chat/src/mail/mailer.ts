import { mkdir, open, rename } from 'node:fs/promises';
import path from 'node:path';
import type { Clock, Random } from '@services/kit/clock';
import { randomText } from '@services/kit/clock';
import nodemailer from 'nodemailer';
import { isMailAddress } from './address.js';
import type { Letter } from './letter.js';

/** Sends mails to a server, or writes them to a folder. */
export interface Mailer {
  /** Target of mails, for `doctor`: a host name or a folder. */
  readonly target: { kind: 'smtp'; host: string } | { kind: 'folder'; folder: string };
  /** Resolves when the server has accepted the mail, or when the file is complete. */
  send(letter: Letter): Promise<void>;
  close(): void;
}

export interface MailerOptions {
  /** `smtp://` or `smtps://`; empty: use the folder. */
  url: string;
  folder: string;
  /**
   * Returns the sender's address and the host for Message-ID. This is a function, because the host may only be known
   * once the server listens.
   */
  sender(): { from: string; host: string };
  clock: Clock;
  random: Random;
}

/**
 * Time-outs in milliseconds, each shorter than the job's time-out, so that a server that hangs fails the attempt
 * first.
 */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

export function createMailer(options: MailerOptions): Mailer {
  return options.url === '' ? folderMailer(options) : serverMailer(options);
}

/** Connects to the mail server and logs in. Throws if that fails. */
export async function checkMailServer(url: string): Promise<void> {
  const transport = nodemailer.createTransport({ url, ...TIMEOUTS } as object);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

function serverMailer(options: MailerOptions): Mailer {
  const transport = nodemailer.createTransport({ url: options.url, ...TIMEOUTS } as object);
  return {
    target: { kind: 'smtp', host: new URL(options.url).hostname },
    async send(letter) {
      await transport.sendMail(message(letter, options));
    },
    close: () => transport.close(),
  };
}

function folderMailer(options: MailerOptions): Mailer {
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return {
    target: { kind: 'folder', folder: options.folder },
    async send(letter) {
      const { message: bytes } = await transport.sendMail(message(letter, options));
      await mkdir(options.folder, { recursive: true, mode: 0o700 });
      const stamp = new Date(options.clock.now()).toISOString().replaceAll(':', '-');
      const file = path.join(options.folder, `${stamp}-${randomText(options.random, 8)}.eml`);
      const handle = await open(`${file}.part`, 'wx', 0o600);
      try {
        await handle.writeFile(bytes as Buffer);
      } finally {
        await handle.close();
      }
      // The file is renamed when it is complete, so that readers of the folder only see complete mails.
      await rename(`${file}.part`, file);
    },
    close: () => transport.close(),
  };
}

function message(letter: Letter, options: MailerOptions) {
  const { from, host } = options.sender();
  if (!isMailAddress(letter.to)) throw new Error('not a mail address');
  return {
    from,
    to: letter.to,
    subject: letter.subject,
    text: letter.text,
    html: letter.html,
    date: new Date(options.clock.now()),
    messageId: `<${randomText(options.random, 32)}@${host}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(letter.unsubscribe === undefined
        ? {}
        : {
            'List-Unsubscribe': `<${letter.unsubscribe}>`,
            // By RFC 8058, mail programs may send a POST request to this URL without showing its page.
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

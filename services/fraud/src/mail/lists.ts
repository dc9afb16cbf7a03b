import type { Mail } from './mail.js';

/**
 * True for a mail of a mailing list or a group: its headers show this, or replies go to the address that received the
 * mail.
 */
export function isList({ headers, replyTo, to }: Mail): boolean {
  return (
    headers.has('list-id') ||
    headers.has('list-post') ||
    replyTo.some(({ address }) => to.some((receiver) => receiver.address === address))
  );
}

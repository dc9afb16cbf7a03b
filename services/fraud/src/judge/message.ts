import type { MailMessage, Message } from '../detectors/detector.js';
import { parseMail } from '../mail/parse.js';
import { readText } from '../text/reading.js';
import type { CheckInput } from './verdict.js';

/** Maximum number of the subject's tokens that precede every window. */
const LONGEST_HEAD = 30;

/**
 * Parsed input of the detectors. For e-mail, the reading covers the subject and the visible body.
 * @throws ContentError if the content cannot be judged
 */
export async function messageOf(
  input: Pick<CheckInput, 'dataType' | 'content'>,
  authServers?: readonly string[],
): Promise<Message | MailMessage> {
  if (input.dataType !== 'email') return { reading: readText(input.content) };
  const mail = await parseMail(input.content, authServers);
  const reading = readText(`${mail.subject}\n\n${mail.text}`);
  const body = reading.tokens.findIndex(({ start }) => start > mail.subject.length);
  return { mail, reading, head: body < 0 ? 0 : Math.min(body, LONGEST_HEAD) };
}

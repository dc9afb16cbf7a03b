import type { MailMessage, Message } from '../detectors/detector.js';
import { parseMail } from '../mail/parse.js';
import { readText } from '../text/reading.js';
import type { CheckInput } from './verdict.js';

/**
 * Parsed input of the detectors. For e-mail the reading is of the subject and what a reader of the body sees.
 * @throws ContentError for content that cannot be judged.
 */
export async function messageOf(
  input: Pick<CheckInput, 'dataType' | 'content'>,
  authServers?: readonly string[],
): Promise<Message | MailMessage> {
  if (input.dataType !== 'email') return { reading: readText(input.content) };
  const mail = await parseMail(input.content, authServers);
  return { mail, reading: readText(`${mail.subject}\n\n${mail.text}`) };
}

import type { Queryable } from '@services/kit/db';
import type { App } from '../app.js';
import { escapeHtml } from '../http/page.js';
import { narrowPath } from '../markdown/channel-links.js';
import type { Organization } from '../organization/settings.js';
import { settingOf } from '../settings/definitions.js';
import type { Account } from '../users/account.js';
import { type Letter, subjectLine } from './letter.js';
import type { MissedMessage } from './missed-store.js';
import { unsubscribeLink } from './unsubscribe.js';

export interface Conversation {
  title: string;
  path: string;
  messages: MissedMessage[];
}

/**
 * Splits messages by conversation: each letter is about one conversation, so that its subject can name the
 * conversation.
 */
export function conversations(messages: readonly MissedMessage[]): Conversation[] {
  const byKey = new Map<string, Conversation>();
  for (const message of messages) {
    const key = `${message.recipient_id}:${message.topic.toLowerCase()}`;
    const known = byKey.get(key);
    if (known !== undefined) known.messages.push(message);
    else byKey.set(key, { title: titleOf(message), path: pathOf(message), messages: [message] });
  }
  return [...byKey.values()];
}

export async function missedLetter(
  app: App,
  db: Queryable,
  user: Account,
  organization: Organization,
  { title, path, messages }: Conversation,
): Promise<Letter> {
  const link = `${app.publicUrl}/${path}`;
  const unsubscribe = await unsubscribeLink(app, db, user.id);
  const isNamed = settingOf(user, 'realm_name_in_email_notifications_policy') !== 3;
  const subject = subjectLine(`${isNamed ? `[${organization.name}] ` : ''}${title}`);
  const footer = `Open the conversation: ${link}\nNo more of these mails: ${unsubscribe}`;
  const footerHtml =
    `<p><a href="${escapeHtml(link)}">Open the conversation</a> · ` +
    `<a href="${escapeHtml(unsubscribe)}">No more of these mails</a></p>`;
  if (!settingOf(user, 'message_content_in_email_notifications')) {
    const names = [...new Set(messages.map((message) => message.sender_name))].join(', ');
    const text = `You have ${messages.length} new ${messages.length === 1 ? 'message' : 'messages'} from ${names}.`;
    return {
      to: user.email,
      subject,
      text: `${text}\n\n${footer}\n`,
      html: `<p>${escapeHtml(text)}</p>${footerHtml}`,
      unsubscribe,
    };
  }
  const text = messages.map((message) => `${message.sender_name}:\n${message.content}`).join('\n\n');
  const html = messages.map(
    (message) =>
      `<p><b>${escapeHtml(message.sender_name)}</b></p>\n${absolute(message.rendered_content, app.publicUrl)}`,
  );
  return {
    to: user.email,
    subject,
    text: `${text}\n\n--\n${footer}\n`,
    html: `${html.join('\n')}<hr>${footerHtml}`,
    unsubscribe,
  };
}

/** Makes links absolute: rendered text links to paths of this server, which do not work in a mail. */
function absolute(html: string, publicUrl: string): string {
  const root = escapeHtml(publicUrl);
  return html.replace(/ (href|src)="(?=\/)/g, ` $1="${root}`).replace(/ href="(?=#)/g, ` href="${root}/`);
}

function titleOf({ channel_name, topic, people }: MissedMessage): string {
  return channel_name === null
    ? `Direct messages with ${(people ?? []).join(', ')}`
    : `#${channel_name} > ${topic}`;
}

function pathOf({ id, channel_id, channel_name, topic, sender_id }: MissedMessage): string {
  return channel_id === null
    ? `#narrow/dm/${sender_id}/near/${id}`
    : narrowPath({ id: channel_id, name: channel_name! }, topic, id);
}

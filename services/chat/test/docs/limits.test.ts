import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CHAT_CONFIG } from '../../src/config.js';

/** Limits that are not settings: a description, and the constant in `src`. */
const FIXED: readonly (readonly [what: string, file: string, constant: string])[] = [
  ['bytes of an address (URL)', 'http/body.ts', 'MAX_URL_BYTES'],
  ['bytes of a form', 'http/body.ts', 'MAX_FORM_BYTES'],
  ['parameters of a request', 'http/body.ts', 'MAX_PARAMETERS'],
  ['parts of a multipart body', 'http/body.ts', 'MAX_PARTS'],
  ['levels of JSON', 'http/json-text.ts', 'MAX_JSON_DEPTH'],
  ['messages of a request', 'messages/reading/anchor.ts', 'MAX_MESSAGES'],
  ['terms of a narrow', 'messages/narrow/parameter.ts', 'MAX_TERMS'],
  ['words of a search', 'messages/narrow/terms.ts', 'MAX_SEARCH_WORDS'],
  [
    'people of a direct message, besides its sender',
    'messages/sending/destination.ts',
    'MAX_DIRECT_RECIPIENTS',
  ],
  ['levels of a message’s Markdown', 'markdown/renderer.ts', 'MAX_NESTING'],
  ['characters of a message’s HTML; a longer one is shown as text', 'markdown/renderer.ts', 'MAX_HTML'],
  ['bare addresses of a message that become links', 'markdown/links.ts', 'MOST_BARE_LINKS'],
  ['links of a message by linkifiers', 'linkifiers/match.ts', 'MAX_LINKS'],
  ['previews of a message', 'markdown/previews.ts', 'MAX_PREVIEWS'],
  ['unread messages that a client gets at the start', 'messages/unread/unread.ts', 'MAX_UNREAD'],
  ['characters of a user’s name', 'users/rules.ts', 'MAX_NAME'],
  ['API keys of a user', 'users/credentials.ts', 'MAX_KEYS'],
  ['life of a session without use, ms', 'users/cookies.ts', 'COOKIE_LIFE_MS'],
  ['life of a link for a new password, ms', 'users/password-reset.ts', 'LINK_LIFE_MS'],
  ['life of a link for a first password, days', 'users/password-reset.ts', 'INVITATION_DAYS'],
  ['life of a link for a new address, ms', 'settings/email-change.ts', 'LINK_LIFE_MS'],
  ['characters of a channel’s name', 'channels/channel.ts', 'MAX_CHANNEL_NAME'],
  ['characters of a channel’s description', 'channels/channel.ts', 'MAX_CHANNEL_DESCRIPTION'],
  ['channel folders', 'channel-folders/routes.ts', 'MAX_FOLDERS'],
  ['default channel groups', 'default-channel-groups/routes.ts', 'MAX_GROUPS'],
  ['characters of a group’s name', 'organization/user-groups/routes.ts', 'MAX_NAME'],
  ['linkifiers', 'linkifiers/rules.ts', 'MAX_LINKIFIERS'],
  ['characters of a linkifier’s pattern', 'linkifiers/rules.ts', 'MAX_PATTERN'],
  ['playgrounds', 'playgrounds/routes.ts', 'MAX_PLAYGROUNDS'],
  ['profile fields', 'profile-fields/rules.ts', 'MAX_FIELDS'],
  ['drafts of a user', 'drafts/rules.ts', 'MAX_DRAFTS'],
  ['scheduled messages of a user', 'scheduled-messages/schedule.ts', 'MAX_SCHEDULED'],
  ['alert words of a user', 'alert-words/routes.ts', 'MAX_WORDS'],
  ['characters of a snippet', 'snippets/routes.ts', 'MAX_CONTENT'],
  ['characters of a status', 'statuses/routes.ts', 'MAX_STATUS'],
  ['bytes of a bot’s storage', 'bot-storage/routes.ts', 'MAX_BYTES'],
  ['addresses of an invitation', 'invitations/addresses.ts', 'MAX_ADDRESSES'],
  ['bytes of a picture', 'pictures/encode.ts', 'MAX_PICTURE_BYTES'],
  ['pixels of a picture, all frames together', 'pictures/encode.ts', 'MAX_PIXELS'],
  ['life of a resumable upload without its end, ms', 'uploads/resumable.ts', 'RESUMABLE_LIFE_MS'],
  ['life of an upload that no message refers to, ms', 'uploads/cleanup.ts', 'UNREFERENCED_LIFE_MS'],
  ['bytes of a webhook’s answer', 'webhooks/delivery.ts', 'MAX_ANSWER_BYTES'],
  ['seconds that a queue may ask to live', 'events/routes.ts', 'MAX_LIFESPAN_SECONDS'],
  ['exports a day', 'export/routes.ts', 'MAX_A_DAY'],
];

/** Returns the value of a constant in the source; the source writes it as a number or a product of numbers. */
function constantIn(file: string, constant: string): string {
  const source = readFileSync(new URL(`../../src/${file}`, import.meta.url), 'utf8');
  const text = new RegExp(`const ${constant} = ([\\d_ *A-Z]+);`).exec(source)?.[1];
  if (text === undefined) throw new Error(`${file} has no number ${constant}`);
  const factors = text
    .split('*')
    .map((factor) => (factor.trim() === 'HOUR' ? 3_600_000 : Number(factor.replaceAll('_', ''))));
  return factors.reduce((product, factor) => product * factor).toLocaleString('en-US');
}

interface Described {
  default: unknown;
  description?: string;
}

function defaultOf(value: unknown): string {
  if (typeof value !== 'object' || Array.isArray(value)) return `\`${JSON.stringify(value)}\``;
  const { points, windowSeconds } = value as { points: number; windowSeconds: number };
  return `${points.toLocaleString('en-US')} in ${windowSeconds.toLocaleString('en-US')} s`;
}

test('the table of limits and defaults is complete', async () => {
  const settings = Object.entries(CHAT_CONFIG.properties as unknown as Record<string, Described>).map(
    ([name, { default: value, description }]) => {
      expect(description, `${name} has no description`).toBeTruthy();
      return `| \`${name}\` | ${defaultOf(value)} | ${description} |`;
    },
  );
  const fixed = FIXED.map(([what, file, constant]) => `| ${what} | ${constantIn(file, constant)} |`);
  const text = `# Settings, limits and their defaults

Written by \`npx vitest run chat/test/docs -u\` from the program's own values.

## Settings

In \`chat.config.json\`, as \`--set name=value\`, or in the environment (\`CHAT_MAX_MESSAGE_LENGTH\` for \`maxMessageLength\`).
A rate is a number of requests in a window.

| setting | default | meaning |
|---|---|---|
${settings.join('\n')}

## Fixed limits

| limit of | value |
|---|---|
${fixed.join('\n')}
`;
  await expect(text).toMatchFileSnapshot('../../docs/limits.md');
});

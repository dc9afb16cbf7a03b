import type { MarkdownIt } from 'markdown-it';
import { lookupKey, type NamedThing, type RenderContext } from './context.js';
import { environmentOf } from './environment.js';
import { channelSplits } from './references.js';

const CHANNEL = /#\*\*([^*\n]{1,200})\*\*/y;

interface ChannelLink {
  channel: NamedThing;
  topic?: string;
  messageId?: number;
}

/**
 * `#**channel**`, `#**channel>topic**` and `#**channel>topic@id**`. The name of an unknown channel remains plain text.
 */
export function installChannelLinks(md: MarkdownIt): void {
  md.inline.ruler.before('emphasis', 'channel_link', (state, silent) => {
    if (state.src.charCodeAt(state.pos) !== 0x23) return false;
    CHANNEL.lastIndex = state.pos;
    const match = CHANNEL.exec(state.src);
    if (match === null) return false;
    const link = findChannel(match[1]!, environmentOf(state.env).context);
    if (link === undefined) return false;
    if (!silent) state.push('channel_link', 'a', 0).meta = { ...link };
    state.pos += match[0].length;
    return true;
  });
  md.renderer.rules.channel_link = (tokens, index) => {
    const { channel, topic, messageId } = tokens[index]!.meta as unknown as ChannelLink;
    const escapeHtml = md.utils.escapeHtml;
    const kind = topic === undefined ? 'stream' : messageId === undefined ? 'stream-topic' : 'message-link';
    const data = kind === 'message-link' ? '' : ` data-stream-id="${channel.id}"`;
    const text = `#${channel.name}${topic === undefined ? '' : ` > ${topic}`}${messageId === undefined ? '' : ' @ 💬'}`;
    return `<a class="${kind}"${data} href="${escapeHtml(`/${narrowPath(channel, topic, messageId)}`)}">${escapeHtml(text)}</a>`;
  };
}

/**
 * Returns the URL of a conversation within the page. Clients parse this form, in which percent signs are written as
 * dots.
 */
export function narrowPath(channel: NamedThing, topic?: string, messageId?: number): string {
  const slug = fragmentEncode(channel.name.replaceAll(' ', '-'));
  let path = `#narrow/channel/${channel.id}-${slug}`;
  if (topic !== undefined) path += `/topic/${fragmentEncode(topic)}`;
  if (messageId !== undefined) path += `/near/${messageId}`;
  return path;
}

function fragmentEncode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
    .replaceAll('.', '%2E')
    .replace(/[!'()*~]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%', '.');
}

function findChannel(text: string, context: RenderContext): ChannelLink | undefined {
  for (const { channel: name, topic } of channelSplits(text)) {
    const channel = context.channels.get(lookupKey(name));
    if (channel === undefined) continue;
    if (topic === undefined) return { channel };
    const near = /^(.*)@([0-9]{1,15})$/.exec(topic);
    return near === null ? { channel, topic } : { channel, topic: near[1]!, messageId: Number(near[2]) };
  }
  return undefined;
}

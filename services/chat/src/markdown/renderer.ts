import createMarkdownIt, { type MarkdownIt, type Token } from 'markdown-it';
import { installChannelLinks } from './channel-links.js';
import { EMPTY_CONTEXT, type RenderContext, type Rendered } from './context.js';
import { installEmoji } from './emoji-syntax.js';
import { environmentOf, newEnvironment } from './environment.js';
import { installFences } from './fences.js';
import { installLinkifierLinks } from './linkifier-links.js';
import { installLinks, isOwnImage } from './links.js';
import { installMath } from './math.js';
import { installMentions } from './mentions.js';
import { installPreviews } from './previews.js';
import { installTables } from './tables.js';
import { installTasks } from './tasks.js';
import { installTimestamps } from './timestamps.js';

/** Maximum depth of nested elements. A text with deeper nesting is shown as source. */
export const MAX_NESTING = 20;

/** Limit for one message's HTML, in characters. */
export const MAX_HTML = 1_000_000;

const UPLOADS =
  /\/user_uploads\/([0-9]{1,10}\/[0-9a-f]{2}\/[A-Za-z0-9_-]{24,64}\/[^\s/?#\\()<>[\]"'`]{1,1000})/g;

const parser = createParser();

function createParser(): MarkdownIt {
  const md = createMarkdownIt({ html: false, breaks: true, linkify: true });
  // markdown-it silently drops elements that are nested deeper than this limit. The limit is one level above
  // MAX_NESTING, so that MAX_NESTING always applies first.
  md.set({ maxNesting: MAX_NESTING + 1 } as object);
  for (const install of [
    installLinks,
    installTables,
    installFences,
    installTimestamps,
    installMath,
    installEmoji,
    installMentions,
    installChannelLinks,
    installTasks,
    installPreviews,
    installLinkifierLinks,
  ]) {
    install(md);
  }
  md.renderer.rules.s_open = () => '<del>';
  md.renderer.rules.s_close = () => '</del>';
  return md;
}

/**
 * Renders the source of a message. Equal input gives equal output. If the text exceeds the limits of nesting or size,
 * returns the escaped source as one paragraph.
 */
export function render(source: string, context: RenderContext = EMPTY_CONTEXT): Rendered {
  const text = source.toWellFormed();
  const env = newEnvironment(context);
  const tokens = parser.parse(text, env);
  const uploads = uploadPaths(text);
  if (isTooDeep(tokens)) return plain(text, uploads);
  const html = parser.renderer.render(tokens, parser.options as never, env).trimEnd();
  if (html.length > MAX_HTML) return plain(text, uploads);
  const { mentions } = environmentOf(env);
  const links = tokens.flatMap(
    (block) =>
      block.children
        ?.filter((token) => token.type === 'link_open')
        .map((token) => String(token.attrGet('href'))) ?? [],
  );
  return {
    html,
    mentions: {
      userIds: [...mentions.userIds],
      groupIds: [...mentions.groupIds],
      channelWildcard: mentions.channelWildcard,
      topicWildcard: mentions.topicWildcard,
    },
    uploads,
    hasLink: links.length > 0,
    hasImage: links.some(isOwnImage),
  };
}

/** Returns the paths of uploads that `source` names in links, in code or as bare text, without repeats. */
export function uploadPaths(source: string): string[] {
  const paths = new Set<string>();
  for (const [, path] of source.matchAll(UPLOADS)) {
    paths.add(path!);
    // In running text, a full stop after an address usually ends the sentence, so both the path with the full stop and
    // the path without it are returned. At most one of the two exists.
    paths.add(path!.replace(/[.,;:!]+$/, ''));
  }
  return [...paths];
}

function isTooDeep(tokens: readonly Token[]): boolean {
  const isDeep = (token: Token, above: number) =>
    above + token.level + (token.nesting === 1 ? 1 : 0) > MAX_NESTING;
  return tokens.some(
    (block) => isDeep(block, 0) || block.children?.some((token) => isDeep(token, block.level)),
  );
}

function plain(text: string, uploads: string[]): Rendered {
  const escaped = parser.utils.escapeHtml(text).replace(/\r?\n|\r/g, '<br>\n');
  return {
    html: `<p>${escaped}</p>`,
    mentions: { userIds: [], groupIds: [], channelWildcard: false, topicWildcard: false },
    uploads,
    hasLink: false,
    hasImage: false,
  };
}

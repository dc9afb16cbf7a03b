import type { RenderContext } from './context.js';

/**
 * State of the parser for one text: the data to look up, and the mentions, links and uploads that rules have found.
 */
export interface Environment {
  context: RenderContext;
  mentions: {
    userIds: Set<number>;
    groupIds: Set<number>;
    channelWildcard: boolean;
    topicWildcard: boolean;
  };
}

const KEY = 'chat';

export function newEnvironment(context: RenderContext): Record<string, unknown> {
  const environment: Environment = {
    context,
    mentions: { userIds: new Set(), groupIds: new Set(), channelWildcard: false, topicWildcard: false },
  };
  return { [KEY]: environment };
}

export function environmentOf(env: Record<string, unknown> | undefined): Environment {
  return env![KEY] as Environment;
}

import type { ContextChoice } from '../../engine/pictures.js';

/** Limit on contexts to choose from, around the current one. */
const MAX_OFFERED = 200;

/**
 * Returns the context that a path belongs to. For a path outside of contexts, returns the first context with
 * operations, of the path's core operation or of all.
 */
export function contextOf(path: string | null, choices: readonly ContextChoice[]): ContextChoice | undefined {
  const own = /^.*?(?:(?:^|\.)contexts\[\d+\]|(?:^|\.)preliminary_config)(?=\.|$)/.exec(path ?? '')?.[0];
  const found = choices.find((choice) => choice.path === own);
  if (found !== undefined) return found;
  const ofCoreOp = choices.filter(({ coreOp }) => coreOp === path);
  const possible = ofCoreOp.length > 0 ? ofCoreOp : choices;
  const working = possible.filter(({ operations }) => operations > 0);
  return working.find(({ kind }) => kind === 'context') ?? working[0] ?? possible[0];
}

export function titleOf({ kind, position, name, operations }: ContextChoice): string {
  const title = kind === 'preliminary' ? 'preliminary configuration' : `context ${position}`;
  const what = `${operations} ${operations === 1 ? 'operation' : 'operations'}`;
  return `${title}${name === '' ? '' : ` ${name}`} (${what})`;
}

/** Returns the contexts around a given one, up to the number that a page lists. */
export function offered(
  choices: readonly ContextChoice[],
  around: ContextChoice | undefined,
): readonly ContextChoice[] {
  const at = around === undefined ? 0 : Math.max(0, choices.indexOf(around));
  const from = Math.max(0, Math.min(at - MAX_OFFERED / 2, choices.length - MAX_OFFERED));
  return choices.slice(from, from + MAX_OFFERED);
}

import type { ContextChoice } from '../../engine/pictures.js';

/** Maximum number of contexts in the list of choices. */
const MAX_OFFERED = 200;

/**
 * Returns the context to which a path belongs. For a path outside of contexts, returns the first context with
 * operations in the path's core operation, or else in the file.
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

/** Returns the contexts near a given context, up to the maximum number of choices. */
export function offered(
  choices: readonly ContextChoice[],
  around: ContextChoice | undefined,
): readonly ContextChoice[] {
  const at = around === undefined ? 0 : Math.max(0, choices.indexOf(around));
  const from = Math.max(0, Math.min(at - MAX_OFFERED / 2, choices.length - MAX_OFFERED));
  return choices.slice(from, from + MAX_OFFERED);
}

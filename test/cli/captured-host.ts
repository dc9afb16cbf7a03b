import type { Host, Output } from '../../src/cli/host.js';

/** A host that keeps what is written. */
export interface CapturedHost extends Host {
  readonly out: () => string;
  readonly err: () => string;
}

export function capturedHost(
  parts: Partial<Host> & { terminal?: boolean; columns?: number } = {},
): CapturedHost {
  const { terminal = false, columns, ...rest } = parts;
  const written = { out: '', err: '' };
  const output = (to: keyof typeof written): Output => ({
    isTerminal: terminal,
    columns,
    async write(text) {
      written[to] += text;
    },
  });
  return {
    stdout: output('out'),
    stderr: output('err'),
    env: {},
    parallelism: 1,
    workerFile: undefined,
    out: () => written.out,
    err: () => written.err,
    ...rest,
  };
}

import type { Host, Output } from '../../src/cli/host.js';

export interface CapturedHost extends Host {
  readonly out: () => string;
  readonly outBytes: () => Uint8Array;
  readonly err: () => string;
}

export function capturedHost(
  parts: Partial<Host> & { terminal?: boolean; columns?: number } = {},
): CapturedHost {
  const { terminal = false, columns, ...rest } = parts;
  const written: Record<'out' | 'err', Uint8Array[]> = { out: [], err: [] };
  const textOf = (from: keyof typeof written): string => Buffer.concat(written[from]).toString();
  const output = (to: keyof typeof written): Output => ({
    isTerminal: terminal,
    columns,
    async write(text) {
      written[to].push(Buffer.from(text as Uint8Array));
    },
  });
  return {
    stdout: output('out'),
    stderr: output('err'),
    env: {},
    parallelism: 1,
    workerFile: undefined,
    out: () => textOf('out'),
    outBytes: () => new Uint8Array(Buffer.concat(written.out)),
    err: () => textOf('err'),
    ...rest,
  };
}

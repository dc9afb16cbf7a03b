import { fileURLToPath } from 'node:url';
import { createCli, runCli } from '@services/kit/cli';
import { program, type Running, startNode } from '@services/kit/testing';
import { vi } from 'vitest';
import { fraudService } from '../../src/cli/service.js';

const FOLDER = fileURLToPath(new URL('../../', import.meta.url));

export interface Outcome {
  code: number;
  out: string;
  err: string;
}

/** Runs a command of the program in the process of the test, because loading the program takes seconds. */
export async function run(args: string[]): Promise<Outcome> {
  let out = '';
  let err = '';
  const writing = (add: (text: string) => void) => (chunk: unknown) => {
    add(String(chunk));
    return true;
  };
  const stdout = vi.spyOn(process.stdout, 'write').mockImplementation(writing((text) => (out += text)));
  const stderr = vi.spyOn(process.stderr, 'write').mockImplementation(writing((text) => (err += text)));
  try {
    return { code: await runCli(createCli(fraudService), args), out, err };
  } finally {
    stdout.mockRestore();
    stderr.mockRestore();
  }
}

/** Runs `serve` in a separate process on free ports; resolves once the process reports that it is ready. */
export function serve(dataDir: string, env: NodeJS.ProcessEnv = {}): Promise<Running> {
  const settings = ['--port', '0', '--set', 'admin.port=0', '--set', 'log.level=warn'];
  return startNode(FOLDER, [...program('fraud'), 'serve', dataDir, ...settings], env);
}

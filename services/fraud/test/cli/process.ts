import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createCli, runCli } from '@services/kit/cli';
import { program } from '@services/kit/testing';
import { vi } from 'vitest';
import { fraudService } from '../../src/cli/service.js';

const FOLDER = fileURLToPath(new URL('../../', import.meta.url));

export interface Outcome {
  code: number;
  out: string;
  err: string;
}

/** Runs a command of the program in this process, which saves the seconds that loading takes. */
export async function run(args: string[]): Promise<Outcome> {
  let out = '';
  let err = '';
  const hear = (add: (text: string) => void) => (chunk: unknown) => {
    add(String(chunk));
    return true;
  };
  const stdout = vi.spyOn(process.stdout, 'write').mockImplementation(hear((text) => (out += text)));
  const stderr = vi.spyOn(process.stderr, 'write').mockImplementation(hear((text) => (err += text)));
  try {
    return { code: await runCli(createCli(fraudService), args), out, err };
  } finally {
    stdout.mockRestore();
    stderr.mockRestore();
  }
}

export interface Server {
  url: string;
  child: ChildProcess;
  /** Ends it by the signal; the exit code, or null after a signal that it did not survive. */
  stop(signal: NodeJS.Signals): Promise<number | null>;
}

/** `serve` in a process of its own on free ports; resolves when it says that it is ready. */
export function serve(dataDir: string, env: NodeJS.ProcessEnv = {}): Promise<Server> {
  const settings = ['--port', '0', '--set', 'admin.port=0', '--set', 'log.level=warn'];
  const child = spawn(process.execPath, [...program('fraud'), 'serve', dataDir, ...settings], {
    cwd: FOLDER,
    env: { ...process.env, ...env },
  });
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  return new Promise((resolve, reject) => {
    let output = '';
    const hear = (chunk: Buffer) => {
      output += chunk.toString();
      const url = /ready at (\S+)/.exec(output)?.[1];
      if (url === undefined) return;
      resolve({
        url,
        child,
        stop(signal) {
          child.kill(signal);
          return exited;
        },
      });
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    exited.then((code) => reject(new Error(`serve ended with ${code}: ${output}`)));
  });
}

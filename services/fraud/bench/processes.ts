import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../', import.meta.url));

export interface Running {
  url: string;
  child: ChildProcess;
  stop(): Promise<void>;
}

/** Starts a program of this package, as built or from its source; resolves when it prints its address. */
export function start(file: string, args: string[] = [], env: NodeJS.ProcessEnv = {}): Promise<Running> {
  const fromSource = file.endsWith('.ts') ? ['--conditions=source', '--import', 'tsx'] : [];
  const child = spawn(process.execPath, [...fromSource, file, ...args], {
    cwd: FOLDER,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout!.on('data', (chunk: Buffer) => {
      if (output.length > 10_000) return;
      output += chunk.toString();
      const url = /ready at (\S+)/.exec(output)?.[1];
      if (url === undefined) return;
      const stop = () => {
        child.kill('SIGTERM');
        return exited;
      };
      resolve({ url, child, stop });
    });
    exited.then(() => reject(new Error(`${file} ended: ${output}`)));
  });
}

/** Memory of the process that lies in RAM, in MB (Linux). */
export async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}

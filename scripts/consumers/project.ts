import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const TOOLS = fileURLToPath(new URL('tools', import.meta.url));
const NPM = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline'];

/** A user's project, with only the package from its tarball. */
export class Project {
  /** Installs into an empty folder. */
  static async of(tarball: string): Promise<Project> {
    const folder = mkdtempSync(join(tmpdir(), 'protomdl-consumer-'));
    const project = new Project(folder);
    project.write({ 'package.json': '{ "name": "user", "private": true, "type": "module" }\n' });
    await project.run('npm', ['install', ...NPM, tarball]);
    return project;
  }

  private constructor(readonly folder: string) {}

  get installed(): string {
    return join(this.folder, 'node_modules', 'protomdl');
  }

  write(files: Readonly<Record<string, string | Uint8Array>>): void {
    for (const [name, content] of Object.entries(files)) {
      const path = join(this.folder, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content);
    }
  }

  /** @returns standard output; @throws Error with both outputs for an exit code other than 0 */
  async run(program: string, args: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<string> {
    return await output(program, args, this.folder, environment);
  }
}

/**
 * Installs other projects' programs in the versions of the lock file: these programs are too large for the
 * repository.
 */
export async function installTools(): Promise<void> {
  await output('npm', ['ci', '--include=dev', ...NPM], TOOLS);
}

/** Returns the path of a program or module of these tools. */
export function tool(...path: readonly string[]): string {
  return join(TOOLS, 'node_modules', ...path);
}

async function output(
  program: string,
  args: readonly string[],
  cwd: string,
  environment: NodeJS.ProcessEnv = {},
): Promise<string> {
  try {
    const env = { ...process.env, NODE_ENV: 'production', ...environment };
    const { stdout } = await promisify(execFile)(program, args, { cwd, env, timeout: 120_000 });
    return stdout;
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as Error & { stdout?: string; stderr?: string };
    throw new Error(`${message}\n${stdout}${stderr}`);
  }
}

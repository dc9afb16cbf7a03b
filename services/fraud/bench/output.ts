import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** Runs the commands in the README, and writes their output below them. */
const README = new URL('../README.md', import.meta.url);
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const BLOCK = /<!-- output: (.+) -->\n[\s\S]*?<!-- \/output -->/g;

const text = await readFile(README, 'utf8');
let updated = text;
for (const [block, command = ''] of text.matchAll(BLOCK)) {
  const args = ['-C', 'services', 'run', '--silent', 'fraud', '--', ...command.split(' ')];
  const { stdout } = await promisify(execFile)('npm', args, { cwd: ROOT });
  updated = updated.replace(
    block,
    () => `<!-- output: ${command} -->\n\n\`\`\`\n${stdout.trimEnd()}\n\`\`\`\n\n<!-- /output -->`,
  );
}
await writeFile(README, updated);

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Runs once, before the package's tests: builds the page if its sources are newer. */
export default function setUp(): void {
  const script = fileURLToPath(new URL('../../scripts/build-page.mjs', import.meta.url));
  const { status } = spawnSync(process.execPath, [script], { stdio: 'inherit' });
  if (status !== 0) throw new Error('the page does not compile');
}

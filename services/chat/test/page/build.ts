import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Run by vitest once, before the tests of the package: the page is built when it is older than its sources. */
export default function setUp(): void {
  const script = fileURLToPath(new URL('../../scripts/build-page.mjs', import.meta.url));
  const { status } = spawnSync(process.execPath, [script], { stdio: 'inherit' });
  if (status !== 0) throw new Error('the page does not compile');
}

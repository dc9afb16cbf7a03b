/** Takes the data directory's lock, prints a line, and holds the lock. Exit code 3 if the directory is in use. */
import { DataDirInUse, lockDataDir } from '@services/kit/data-dir';

const [dir = ''] = process.argv.slice(2);
try {
  const lock = await lockDataDir(dir);
  console.log('locked');
  process.on('SIGTERM', () => lock.release().then(() => process.exit(0)));
  setInterval(() => {}, 1_000);
} catch (error) {
  if (!(error instanceof DataDirInUse)) throw error;
  console.log(`in use by ${error.pid}`);
  process.exit(3);
}

import { access } from 'node:fs/promises';
import type { Clock, Random } from '@services/kit/clock';
import { rotateTokenKeys, type TokenAlgorithm } from './auth/token-keys.js';
import { openSecrets } from './config/secrets.js';
import { masterKeysPath, tokenKeysPath } from './open-app.js';
import { writeMasterKeyFile } from './vault/master-keys.js';

/** Makes the keys that are missing; a key that is there is never replaced. */
export async function makeKeys(
  dataDir: string,
  { clock, random, algorithm }: { clock: Clock; random: Random; algorithm: TokenAlgorithm },
): Promise<void> {
  if (!(await exists(tokenKeysPath(dataDir)))) {
    await rotateTokenKeys(tokenKeysPath(dataDir), algorithm, { clock, random });
  }
  if (!(await exists(masterKeysPath(dataDir)))) {
    await writeMasterKeyFile(masterKeysPath(dataDir), [random.bytes(32)]);
  }
  await openSecrets(dataDir);
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

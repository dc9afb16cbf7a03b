import { type CliTools, readPassword } from '@services/kit/cli';
import { hashPassword } from '@services/kit/passwords';
import type { App } from '../app.js';
import { DEFAULT_SCOPES } from '../auth/scopes.js';
import { addUser, listUsers } from '../users/store.js';

/** Creates the first user, who may also review payments; does nothing if the database has users. */
export async function initUser(
  app: App,
  options: Record<string, unknown>,
  tools: CliTools,
): Promise<string[]> {
  const users = await listUsers(app.db);
  if (users.length > 0) return ['There are users already; nothing was changed.'];
  const name = String(options.user);
  const file = options.passwordFile === undefined ? undefined : tools.path(String(options.passwordFile));
  const passwordHash = await hashPassword(await readPassword(file, name));
  const scopes = [...DEFAULT_SCOPES, 'admin' as const];
  await addUser(app.db, { name, passwordHash, tier: 'enterprise', scopes, createdAt: app.clock.now() });
  return [
    `The user "${name}" was made, with the tier enterprise.`,
    `Next: ${tools.commandLine('serve', app.dataDir)}`,
  ];
}

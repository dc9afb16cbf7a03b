import { type Action, ExitError } from '@services/kit/cli';
import type { App } from '../app.js';
import { isScope, type Scope } from '../auth/scopes.js';
import { rotateTokenKeys } from '../auth/token-keys.js';
import { deleteChecksOf } from '../checks/store.js';
import { fillDemo } from '../demo/fill.js';
import { exportFeedback } from '../feedback/store.js';
import { tokenKeysPath } from '../open-app.js';
import { isTier, TIERS, type Tier } from '../tiers/tiers.js';
import { changedSettings } from '../users/settings.js';
import {
  addUser,
  changeUser,
  linkAccount,
  linkedAccounts,
  listUsers,
  removeUser,
  setDisabled,
  setPassword,
  type User,
  UserExists,
  unlinkAccount,
  userByName,
} from '../users/store.js';
import { appendAudit, brokenAudit } from '../vault/audit.js';
import { FileMasterKeys } from '../vault/master-keys.js';
import { keyIdsInUse, REWRAP_JOB } from '../vault/rotation.js';
import { detokenize } from '../vault/tokenize.js';

const NAME = /^[A-Za-z0-9._@-]{1,100}$/;

async function named(app: App, name: string): Promise<User> {
  const user = await userByName(app.db, name);
  if (!user) throw new ExitError(1, `there is no user "${name}"`);
  return user;
}

function tierOf(text: string): Tier {
  if (!isTier(text)) throw new ExitError(2, `a tier is one of ${TIERS.join(', ')}`);
  return text;
}

function scopesOf(names: string[]): Scope[] {
  const unknown = names.find((name) => !isScope(name));
  if (unknown !== undefined) throw new ExitError(2, `"${unknown}" is no scope`);
  return names.filter(isScope);
}

/**
 * Actions that commands perform on a data directory, by the running server if there is one. Arguments travel as JSON.
 */
export const actions: Record<string, Action<App>> = {
  async 'user.add'(app, args: { name: string; passwordHash: string; tier: string; scopes: string[] }) {
    if (!NAME.test(args.name)) {
      throw new ExitError(2, 'a name has 1 to 100 letters, digits, dots, underscores, hyphens or @');
    }
    try {
      return await addUser(app.db, {
        name: args.name,
        passwordHash: args.passwordHash,
        tier: tierOf(args.tier),
        scopes: scopesOf(args.scopes),
        createdAt: app.clock.now(),
      });
    } catch (error) {
      if (error instanceof UserExists) throw new ExitError(1, error.message);
      throw error;
    }
  },
  async 'user.list'(app) {
    const users = await listUsers(app.db);
    return users.map(({ name, tier, scopes, disabled }) => ({ name, tier, scopes, disabled }));
  },
  async 'user.set-disabled'(app, args: { name: string; disabled: boolean }) {
    const { id } = await named(app, args.name);
    await setDisabled(app.db, id, args.disabled, app.clock.now());
  },
  async 'user.set'(app, args: { name: string; key: string; value: string }) {
    const user = await named(app, args.name);
    const settings = changedSettings(user.settings, args.key, args.value);
    if (!settings)
      throw new ExitError(2, `"${args.key}" is no setting, or ${args.value} is none of its values`);
    await changeUser(app.db, user.id, { settings });
  },
  async 'user.export-feedback'(app, args: { name: string }) {
    return exportFeedback(app, (await named(app, args.name)).id);
  },
  async 'user.set-tier'(app, args: { name: string; tier: string }) {
    await changeUser(app.db, (await named(app, args.name)).id, { tier: tierOf(args.tier) });
  },
  async 'user.set-scopes'(app, args: { name: string; scopes: string[] }) {
    await changeUser(app.db, (await named(app, args.name)).id, { scopes: scopesOf(args.scopes) });
  },
  async 'user.set-password'(app, args: { name: string; passwordHash: string }) {
    const { id } = await named(app, args.name);
    await setPassword(app.db, id, args.passwordHash, app.clock.now());
  },
  async 'user.remove'(app, args: { name: string }) {
    await removeUser(app.db, (await named(app, args.name)).id);
  },
  async 'user.erase-checks'(app, args: { name: string }) {
    return deleteChecksOf(app.db, (await named(app, args.name)).id);
  },
  async 'user.link-account'(app, args: { name: string; account: string; remove: boolean }) {
    const user = await named(app, args.name);
    if (args.remove) await unlinkAccount(app.db, user.id, args.account);
    else await linkAccount(app.db, user.id, args.account);
    return linkedAccounts(app.db, user);
  },
  async 'keys.rotate-tokens'(app, args: { dropOld: boolean }) {
    const { clock, random, config } = app;
    const options = { clock, random, dropOld: args.dropOld };
    return rotateTokenKeys(tokenKeysPath(app.dataDir), config.tokens.algorithm, options);
  },
  async 'keys.rotate-master'(app) {
    const keys = app.masterKeys;
    if (!(keys instanceof FileMasterKeys)) {
      throw new ExitError(
        3,
        'the master keys come from the environment: put the new one first there, then run "keys rewrap"',
      );
    }
    const id = await keys.rotate(await keyIdsInUse(app.db));
    await app.jobs.enqueue(app.db, REWRAP_JOB, {}, { key: REWRAP_JOB });
    return id;
  },
  async 'keys.rewrap'(app) {
    await app.jobs.enqueue(app.db, REWRAP_JOB, {}, { key: REWRAP_JOB });
  },
  /** The audit is written before the data is returned, so that no data is shown without an entry. */
  async 'vault.detokenize'(app, args: { token: string; reason: string; operator: string }) {
    const { token, reason, operator } = args;
    const at = app.clock.now();
    await appendAudit(app.db, app.secrets.audit, { at, operator, action: 'detokenize', token, reason });
    const data = await detokenize(app, token);
    if (data === undefined) throw new ExitError(1, 'the token is unknown or has expired');
    return data;
  },
  async 'vault.verify-audit'(app) {
    return (await brokenAudit(app.db, app.secrets.audit)) ?? null;
  },
  'demo.fill': fillDemo,
  /** If no server runs, the jobs that a command has queued are run immediately. */
  async 'jobs.finish'(app) {
    await app.jobs.idle();
  },
};

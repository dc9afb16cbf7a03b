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

/** Returns an action on the user whose name is the argument `name`. */
function onUser<Args>(work: (app: App, user: User, args: Args) => Promise<unknown>) {
  return async (app: App, args: Args & { name: string }) => {
    const user = await userByName(app.db, args.name);
    if (!user) throw new ExitError(1, `there is no user "${args.name}"`);
    return work(app, user, args);
  };
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
  'user.set-disabled': onUser((app, { id }, args: { disabled: boolean }) =>
    setDisabled(app.db, id, args.disabled, app.clock.now()),
  ),
  'user.set': onUser(async (app, user, { key, value }: { key: string; value: string }) => {
    const settings = changedSettings(user.settings, key, value);
    if (!settings) throw new ExitError(2, `"${key}" is no setting, or ${value} is none of its values`);
    await changeUser(app.db, user.id, { settings });
  }),
  'user.export-feedback': onUser((app, { id }) => exportFeedback(app, id)),
  'user.set-tier': onUser(async (app, { id }, { tier }: { tier: string }) =>
    changeUser(app.db, id, { tier: tierOf(tier) }),
  ),
  'user.set-scopes': onUser(async (app, { id }, { scopes }: { scopes: string[] }) =>
    changeUser(app.db, id, { scopes: scopesOf(scopes) }),
  ),
  'user.set-password': onUser((app, { id }, args: { passwordHash: string }) =>
    setPassword(app.db, id, args.passwordHash, app.clock.now()),
  ),
  'user.remove': onUser((app, { id }) => removeUser(app.db, id)),
  'user.erase-checks': onUser((app, { id }) => deleteChecksOf(app.db, id)),
  'user.link-account': onUser(async (app, user, args: { account: string; remove: boolean }) => {
    await (args.remove ? unlinkAccount : linkAccount)(app.db, user.id, args.account);
    return linkedAccounts(app.db, user);
  }),
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

import type { Finding } from '@services/kit/cli';
import type { App } from '../app.js';
import { TokenKeys } from '../auth/token-keys.js';
import { tokenKeysPath } from '../open-app.js';
import { voiceOf } from '../speech/speech.js';
import { brokenAudit } from '../vault/audit.js';
import { LocalMasterKeys } from '../vault/master-keys.js';
import { keyIdsInUse } from '../vault/rotation.js';

const DAY_MS = 86_400_000;
/** Signing keys older than this should be rotated. */
const OLD_KEY_MS = 365 * DAY_MS;

/** Checks keys, the vault and its audit, the models and speech. */
export async function examineKeys(app: App | undefined): Promise<Finding[]> {
  if (!app) return [];
  return [await signingKeys(app), await masterKeys(app), await audit(app), models(app), speech(app)];
}

const ok = (name: string, text: string): Finding => ({ name, state: 'ok', text });
const warn = (name: string, text: string): Finding => ({ name, state: 'warn', text });
const fail = (name: string, text: string): Finding => ({ name, state: 'fail', text });

async function signingKeys(app: App): Promise<Finding> {
  const keys = await TokenKeys.open(tokenKeysPath(app.dataDir), app.config.tokens.algorithm);
  const age = app.clock.now() - (await keys.current()).createdAt;
  const text = `${(await keys.list()).length}, the current one ${Math.floor(age / DAY_MS)} days old`;
  return age < OLD_KEY_MS
    ? ok('signing keys', text)
    : warn('signing keys', `${text}: run keys rotate --tokens`);
}

async function masterKeys({ masterKeys: keys, db }: App): Promise<Finding> {
  const current = await keys.currentKeyId();
  const used = await keyIdsInUse(db);
  const known = keys instanceof LocalMasterKeys ? keys.keyIds() : [...used];
  const lost = [...used].filter((id) => !known.includes(id)).join(', ');
  if (lost !== '')
    return fail(
      'vault',
      `some records need master keys that are not here (${lost}): bring them back from a backup`,
    );
  used.delete(current);
  if (used.size === 0) return ok('vault', `all records are under the master key ${current}`);
  return warn('vault', `some records are under older master keys (${[...used].join(', ')}): run keys rewrap`);
}

async function audit({ db, secrets }: App): Promise<Finding> {
  const position = await brokenAudit(db, secrets.audit);
  if (position === undefined) return ok('audit', 'the chain is intact');
  return fail('audit', `row ${position} was changed, or one before it is missing`);
}

/** The service only starts if its models match their checksums, so the models are intact. */
const models = ({ models: { version } }: App): Finding => ok('models', `version ${version}`);

/** A missing program for speech is not a problem, because speech is optional. */
function speech({ config }: App): Finding {
  const { transcribe, speak } = voiceOf(config.speech);
  const state = (name: string, works: unknown) => `${name} ${works ? 'works' : 'is not configured'}`;
  return ok('speech', `${state('speaking', speak)}, ${state('listening', transcribe)}`);
}

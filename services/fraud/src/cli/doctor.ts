import type { Finding } from '@services/kit/cli';
import type { App } from '../app.js';
import { TokenKeys } from '../auth/token-keys.js';
import { tokenKeysPath } from '../open-app.js';
import { voiceOf } from '../speech/speech.js';
import { brokenAudit } from '../vault/audit.js';
import { LocalMasterKeys } from '../vault/master-keys.js';
import { keyIdsInUse } from '../vault/rotation.js';

/** Signing keys older than this should be rotated. */
const OLD_KEY_MS = 365 * 86_400_000;

/** Checks keys, the vault and its audit, the models and speech. */
export async function examineKeys(app: App | undefined): Promise<Finding[]> {
  if (!app) return [];
  return [await signingKeys(app), await masterKeys(app), await audit(app), models(app), speech(app)];
}

async function signingKeys(app: App): Promise<Finding> {
  const name = 'signing keys';
  const keys = await TokenKeys.open(tokenKeysPath(app.dataDir), app.config.tokens.algorithm);
  const { createdAt } = await keys.current();
  const days = Math.floor((app.clock.now() - createdAt) / 86_400_000);
  const text = `${keys.list().length}, the current one ${days} days old`;
  return app.clock.now() - createdAt < OLD_KEY_MS
    ? { name, state: 'ok', text }
    : { name, state: 'warn', text: `${text}: run keys rotate --tokens` };
}

async function masterKeys(app: App): Promise<Finding> {
  const name = 'vault';
  const current = await app.masterKeys.currentKeyId();
  const used = await keyIdsInUse(app.db);
  const known = app.masterKeys instanceof LocalMasterKeys ? app.masterKeys.keyIds() : [...used];
  const lost = [...used].filter((id) => !known.includes(id));
  if (lost.length > 0) {
    const text = `some records need master keys that are not here (${lost.join(', ')}): bring them back from a backup`;
    return { name, state: 'fail', text };
  }
  used.delete(current);
  return used.size === 0
    ? { name, state: 'ok', text: `all records are under the master key ${current}` }
    : {
        name,
        state: 'warn',
        text: `some records are under older master keys (${[...used].join(', ')}): run keys rewrap`,
      };
}

async function audit(app: App): Promise<Finding> {
  const name = 'audit';
  const position = await brokenAudit(app.db, app.secrets.audit);
  return position === undefined
    ? { name, state: 'ok', text: 'the chain is intact' }
    : { name, state: 'fail', text: `row ${position} was changed, or one before it is missing` };
}

/** The service only starts if its models match their checksums, so the models are intact. */
function models(app: App): Finding {
  return { name: 'models', state: 'ok', text: `version ${app.models.version}` };
}

/** A missing program for speech is not a problem, because speech is optional. */
function speech(app: App): Finding {
  const { transcribe, speak } = voiceOf(app.config.speech);
  const state = (name: string, works: unknown) => `${name} ${works ? 'works' : 'is not configured'}`;
  const text = `${state('speaking', speak)}, ${state('listening', transcribe)}`;
  return { name: 'speech', state: 'ok', text };
}

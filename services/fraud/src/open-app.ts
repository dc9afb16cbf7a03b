import { join } from 'node:path';
import { type Clock, type Random, systemClock, systemRandom } from '@services/kit/clock';
import type { Database } from '@services/kit/db';
import { Jobs } from '@services/kit/jobs';
import type { Logger } from '@services/kit/log';
import { createMetrics, type Metrics } from '@services/kit/metrics';
import { type Outgoing, outgoing } from '@services/kit/outgoing';
import type { App } from './app.js';
import { createLoginLimits } from './auth/login.js';
import { TokenKeys } from './auth/token-keys.js';
import { Tokens } from './auth/tokens.js';
import { batchJob } from './batches/run.js';
import { CheckRecorder } from './checks/recorder.js';
import { cleanupJob } from './cleanup.js';
import type { FraudConfig } from './config/schema.js';
import { keysFolder, openSecrets } from './config/secrets.js';
import { serviceMetrics } from './http/metrics.js';
import { loadModels, type Models } from './judge/index.js';
import { Lists } from './lists/lists.js';
import { createTierLimits } from './tiers/tiers.js';
import { UserReader } from './users/reader.js';
import type { MasterKeys } from './vault/envelope.js';
import { FileMasterKeys, LocalMasterKeys } from './vault/master-keys.js';
import { rewrapJob } from './vault/rotation.js';
import { deliveryJob } from './webhooks/deliver.js';

export interface AppOptions {
  config: FraudConfig;
  dataDir: string;
  db: Database;
  log: Logger;
  clock?: Clock;
  random?: Random;
  models?: Models;
  /** Metrics to use; by default new metrics, which watch the database. */
  metrics?: Metrics;
  /** HTTP client for addresses that users choose; by default, the one of the configuration. */
  outgoing?: Outgoing;
  jobsPollMs?: number;
}

export const tokenKeysPath = (dataDir: string) => join(keysFolder(dataDir), 'tokens.json');
export const masterKeysPath = (dataDir: string) => join(keysFolder(dataDir), 'master.keys');

/** Opens the master keys, from the configuration or from the file in the data directory. Throws VaultError. */
export async function openMasterKeys(
  config: FraudConfig,
  dataDir: string,
  random: Random,
): Promise<MasterKeys> {
  if (config.vault.masterKeys !== '') return LocalMasterKeys.fromText(config.vault.masterKeys, random);
  return FileMasterKeys.open(masterKeysPath(dataDir), random);
}

/** Makes the service from a migrated database and a data directory that has keys. */
export async function openApp(options: AppOptions): Promise<App> {
  const { config, dataDir, db, log, clock = systemClock, random = systemRandom } = options;
  const metrics = serviceMetrics(options.metrics ?? watchingMetrics(db, clock));
  const { counters } = config.tiers;
  const isShared = counters === 'database' || (counters === 'auto' && db.kind === 'postgres');
  const shared = isShared ? db : undefined;
  const { algorithm, lifetimeSeconds, issuer, audience } = config.tokens;
  const keys = await TokenKeys.open(tokenKeysPath(dataDir), algorithm);
  const masterKeys = await openMasterKeys(config, dataDir, random);
  const app: App = {
    config,
    dataDir,
    db,
    clock,
    random,
    log,
    metrics,
    jobs: new Jobs({
      db,
      clock,
      log,
      random,
      ...(options.jobsPollMs === undefined ? {} : { pollMs: options.jobsPollMs }),
    }),
    tokens: new Tokens({ keys, clock, random, lifetimeS: lifetimeSeconds, issuer, audience }),
    logins: createLoginLimits(config.login, clock, shared),
    users: new UserReader(db),
    recorder: new CheckRecorder(db),
    lists: new Lists({ db, masterKeys }),
    tiers: createTierLimits(config.tiers, clock, shared),
    masterKeys,
    secrets: await openSecrets(dataDir),
    models: options.models ?? (await loadModels()),
    outgoing: options.outgoing ?? outgoing({ allow: config.webhooks.allow, httpsOnly: true }),
    stopping: false,
  };
  app.jobs.define(deliveryJob(app));
  app.jobs.define(batchJob(app));
  app.jobs.define(rewrapJob(app));
  app.jobs.define(cleanupJob(app));
  return app;
}

function watchingMetrics(db: Database, clock: Clock): Metrics {
  const metrics = createMetrics();
  metrics.watchDatabase(db, () => clock.now());
  return metrics;
}

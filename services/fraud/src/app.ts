import type { Clock, Random } from '@services/kit/clock';
import type { Database } from '@services/kit/db';
import type { Jobs } from '@services/kit/jobs';
import type { Logger } from '@services/kit/log';
import type { Outgoing } from '@services/kit/outgoing';
import type { LoginLimits } from './auth/login.js';
import type { Tokens } from './auth/tokens.js';
import type { CheckRecorder } from './checks/recorder.js';
import type { FraudConfig } from './config/schema.js';
import type { Secrets } from './config/secrets.js';
import type { ServiceMetrics } from './http/metrics.js';
import type { Models } from './judge/index.js';
import type { Lists } from './lists/lists.js';
import type { TierLimits } from './tiers/tiers.js';
import type { UserReader } from './users/reader.js';
import type { MasterKeys } from './vault/envelope.js';

/** Objects that routes use; made once when the service starts. */
export interface App {
  config: FraudConfig;
  dataDir: string;
  db: Database;
  clock: Clock;
  random: Random;
  log: Logger;
  metrics: ServiceMetrics;
  jobs: Jobs;
  tokens: Tokens;
  logins: LoginLimits;
  tiers: TierLimits;
  users: UserReader;
  recorder: CheckRecorder;
  lists: Lists;
  masterKeys: MasterKeys;
  secrets: Secrets;
  models: Models;
  outgoing: Outgoing;
  /** True once the process stops: new work is refused with 503. */
  stopping: boolean;
}

import type { CampaignProgress } from '../attack/campaign/run-campaign.js';
import { statusLine } from '../show/report/campaign-text.js';
import type { Host } from './host.js';

/** A line that is written over more often than that is not read. */
const EVERY_MS = 200;

/** What a person sees of a campaign: a line that is written over, where standard error is a terminal. */
export interface FuzzProgress {
  readonly show: (progress: CampaignProgress) => void;
  clear(): Promise<void>;
}

export function fuzzProgress(host: Host, isWanted: boolean): FuzzProgress {
  let last = Number.NEGATIVE_INFINITY;
  let isShown = false;
  const write = (text: string): Promise<void> => host.stderr.write(text).catch(() => {});
  return {
    show(progress) {
      const now = performance.now();
      if (!isWanted || !host.stderr.isTerminal || now - last < EVERY_MS) return;
      last = now;
      isShown = true;
      void write(`\r\x1b[K${statusLine(progress, host.stderr.columns ?? 80)}`);
    },
    async clear() {
      if (isShown) await write('\r\x1b[K');
      isShown = false;
    },
  };
}

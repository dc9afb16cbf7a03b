import { growNursery } from './nursery.js';

growNursery(false);
const { createCli, runCli } = await import('@services/kit/cli');
const { fraudService } = await import('./service.js');
process.exitCode = await runCli(createCli(fraudService), process.argv.slice(2));

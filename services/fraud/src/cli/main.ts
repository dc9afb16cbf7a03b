import { createCli, runCli } from '@services/kit/cli';
import { fraudService } from './service.js';

process.exitCode = await runCli(createCli(fraudService), process.argv.slice(2));

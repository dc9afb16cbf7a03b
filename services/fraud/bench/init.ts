import { createCli, runCli } from '@services/kit/cli';
import { fraudService } from '../src/cli/service.js';

/** Creates a data directory with the user "admin": init.ts DIR PASSWORD-FILE */
const [dataDir = '', passwordFile = ''] = process.argv.slice(2);
const code = await runCli(createCli(fraudService), ['init', dataDir, '--password-file', passwordFile]);
console.log(code === 0 ? 'ready at nothing' : 'failed');

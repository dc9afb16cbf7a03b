import { createCli, runCli } from '@services/kit/cli';
import { chatService } from './service.js';

process.exitCode = await runCli(createCli(chatService), process.argv.slice(2));

/**
 * The file that the bin runs. Node compiles it at every start, so it is small and imports little; the command
 * starts from what was compiled before (code-pack.ts).
 */
import { startCached } from './code-pack.js';

startCached(__dirname, 'main.js', process.argv[2] ?? '', require);

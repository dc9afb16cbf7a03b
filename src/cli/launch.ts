/**
 * The file that the bin runs. Node compiles it at every start, so it is small and imports little; the command
 * is started from its code pack.
 */
import { startPacked } from './packed-start.js';

startPacked(__dirname, 'main.js', require);

/** The file that worker threads run: as launch.ts, for what a worker does. */
import { startPacked } from './packed-start.js';

startPacked(__dirname, 'worker.js', require);

export { type Clock, ManualClock, systemClock } from './clock.js';
export { orderedId } from './ordered-id.js';
export { type Random, randomText, systemRandom } from './random.js';

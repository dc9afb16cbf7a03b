export { type Clock, ManualClock, systemClock } from './clock.js';
export { orderedId, orderedIdPattern } from './ordered-id.js';
export { type Random, randomText, systemRandom } from './random.js';

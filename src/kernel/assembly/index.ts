export { forget, knows, noteOne, update } from './distinct';
export { pass } from './pass';

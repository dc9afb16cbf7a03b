export { pass } from './pass';

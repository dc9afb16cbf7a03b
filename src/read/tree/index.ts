export type { RecordPosition as Place } from './place.js';

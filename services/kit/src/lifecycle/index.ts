export { type RunOptions, runUntilSignal, type StopStep, stopInOrder } from './run-until-signal.js';

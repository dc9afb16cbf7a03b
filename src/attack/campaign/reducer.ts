import { reduce } from '../reduce/reduce.js';
import type { Reducer } from './parts.js';

/** Reduces a file by the structure of the model. */
export const structureReducer: Reducer = async (
  bytes,
  isInteresting,
  { jobs, maxChecks, signal, onProgress },
) => {
  const made = await reduce(bytes, isInteresting, {
    jobs,
    maxChecks,
    signal,
    // The input has just been confirmed by repetition.
    runs: 1,
    onProgress: ({ size }) => onProgress?.(size),
  });
  return { bytes: made.bytes, checks: made.checks, isFinished: made.stopped === undefined };
};

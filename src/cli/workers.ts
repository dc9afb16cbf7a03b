import type { Input } from './input.js';

/** Placeholder measurement, replaced below. */
export function workersFor(inputs: readonly Input[], checksum: boolean, jobs: number): number {
  return checksum && jobs > 1 && inputs.length > 1 ? jobs : 0;
}

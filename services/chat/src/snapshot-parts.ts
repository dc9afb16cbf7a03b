import type { SnapshotPart } from './events/snapshot.js';

/** What each noun adds to the answer of POST /register. */
export const SNAPSHOT_PARTS: readonly SnapshotPart[] = [];

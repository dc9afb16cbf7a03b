/** Status numbers of the runtime, and statuses that differ between releases. */
import { compareReleases, type Release } from './releases.js';

/** Statuses that calls of the runtime return for files, by name. */
export const STATUS = {
  SUCCESS: 0,
  INVALID_ARGUMENT: 2,
  INVALID_OPERATION: 6,
  NOT_IMPLEMENTED: 7,
  INTERNAL_FAILURE: 8,
  FILE_OPERATION_FAILURE: 14,
  INVALID_HEF: 26,
  NOT_FOUND: 61,
  HEF_FILE_CORRUPTED: 91,
  HEF_NOT_SUPPORTED: 92,
  HEF_NOT_COMPATIBLE_WITH_DEVICE: 93,
} as const;

/** Name of a status that a call of the runtime returns. */
export type StatusName = keyof typeof STATUS;

/** The first release with separate statuses for refused files. */
const OWN_STATUSES: Release = '4.21.0';

const OWN = {
  corrupted: 'HEF_FILE_CORRUPTED',
  unsupported: 'HEF_NOT_SUPPORTED',
  incompatible: 'HEF_NOT_COMPATIBLE_WITH_DEVICE',
} as const satisfies Readonly<Record<string, StatusName>>;

/** A kind of refusal whose status depends on the release. */
type RefusalKind = keyof typeof OWN;

export function statusOf(kind: RefusalKind, release: Release): StatusName {
  return compareReleases(release, OWN_STATUSES) >= 0 ? OWN[kind] : 'INVALID_HEF';
}

/** Replaces `{corrupted}`, `{unsupported}` and `{incompatible}` in a text by statuses. */
export function withStatuses(text: string): string {
  return text.replace(
    /\{(corrupted|unsupported|incompatible)\}/g,
    (_, kind: RefusalKind) => `INVALID_HEF, from 4.21 ${OWN[kind]}`,
  );
}

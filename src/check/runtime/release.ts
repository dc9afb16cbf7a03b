import type { Release } from '../../base/diagnostics/catalogue.js';
import { compareReleases, newestContainer } from '../../base/diagnostics/releases.js';
import { type StatusName, statusOf } from '../../base/diagnostics/statuses.js';
import { fieldSince } from '../../base/schema/field-since.js';
import { fieldsAlong } from '../../base/schema/lookup.js';
import { MDL } from '../../base/schema/mdl.gen.js';
import { isKnownTo, valueSince } from '../../base/schema/since.js';

/** From this release on operations, actions and all edge layers are read when a file is loaded. */
const READS_ALL = '4.12.0';

const known = new Map<Release, ReleaseFacts>();

/** The parts of the format that a release knows, and the statuses with which it refuses files. */
export class ReleaseFacts {
  /** Returns the facts of a release, which are made once. */
  static of(release: Release): ReleaseFacts {
    let facts = known.get(release);
    if (facts === undefined) {
      facts = new ReleaseFacts(release);
      known.set(release, facts);
    }
    return facts;
  }

  readonly newestContainer: number;
  /** Status for a corrupted file. Since 4.21, errors of files have separate status numbers. */
  readonly corrupted: StatusName;
  readonly notSupported: StatusName;
  readonly readsAll: boolean;
  /** True if the release reads groups in file order. Earlier releases begin with the last group. */
  readonly takesGroupsInOrder: boolean;

  private constructor(readonly release: Release) {
    this.newestContainer = newestContainer(release);
    this.corrupted = statusOf('corrupted', release);
    this.notSupported = statusOf('unsupported', release);
    this.readsAll = this.isFrom(READS_ALL);
    this.takesGroupsInOrder = this.isFrom('5.2.0');
  }

  isFrom(since: string): boolean {
    return compareReleases(this.release, since) >= 0;
  }

  isBefore(until: string): boolean {
    return !this.isFrom(until);
  }

  knowsField(typeName: string, number: number): boolean {
    return isKnownTo(this.release, fieldSince(typeName, number));
  }

  /** @param known values in the specification */
  knowsValue(enumName: string, number: number, known: readonly number[]): boolean {
    const since = valueSince(enumName, number);
    return since === undefined ? known.includes(number) : isKnownTo(this.release, since);
  }

  /** True if the release's parser knows every field on a path of the schema. Parsers skip unknown fields. */
  sees(path: string): boolean {
    for (const [{ typeName }, { number }] of fieldsAlong(MDL, path)) {
      if (!this.knowsField(typeName, number)) return false;
    }
    return true;
  }

  /**
   * True if the release's parser knows all fields around the record at a path, so that the parser reads or
   * skips the record.
   */
  passes(path: string): boolean {
    const end = path.lastIndexOf('.');
    return end < 0 || this.sees(path.slice(0, end));
  }
}

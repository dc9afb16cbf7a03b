import type { Candidate, Subject } from './subject.js';

/** One way to make the file smaller, or simpler, with the next attempts for success and failure. */
export interface Attempt {
  /** Possible gain: of all waiting attempts, the one with the largest comes next. In bytes. */
  readonly weight: number;
  /** Returns the file after this change of the subject; undefined if nothing can be tried. */
  candidate(subject: Subject): Promise<Candidate | undefined> | Candidate | undefined;
  /** Attempts to make instead after a failure. Must depend only on the attempt and the current file. */
  readonly failed?: () => readonly Attempt[];
  /** Attempts to make next. */
  readonly worked?: () => readonly Attempt[];
}

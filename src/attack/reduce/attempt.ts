import type { Candidate, Subject } from './subject.js';

/** One way to make the file smaller, or simpler, and what to try when it works or does not. */
export interface Attempt {
  /** What is at stake: of all attempts that wait, that with the most comes next. Bytes. */
  readonly weight: number;
  /** The file that it makes of the subject's; undefined when there is nothing to try. */
  candidate(subject: Subject): Promise<Candidate | undefined> | Candidate | undefined;
  /** What to try instead. Must not depend on anything but the attempt and the file as it is. */
  readonly failed?: () => readonly Attempt[];
  /** What to try next. */
  readonly worked?: () => readonly Attempt[];
}

import { proxy } from 'comlink';
import { isProtomdlError } from '../../base/diagnostics/error.js';
import { type Hired, hireValidator } from '../engine/client.js';
import type { Openable } from '../engine/opened.js';
import type { ShownReport, Validator } from '../engine/validator.js';
import { type Failure, failureOf, failureText } from './failure.js';

/** What is said of a file, as far as it is known: first without its checksum, then with it. */
export class Validation {
  /** Null until the first answer. */
  report = $state.raw<ShownReport | null>(null);
  /** Whether the last answer is in: nothing will be said any more. */
  isFinal = $state(false);
  /** Bytes read for the checksum. */
  read = $state(0);
  /** Why there is no answer, or no final one: a source that went away, or a bug of ours. */
  failure = $state.raw<Failure | null>(null);
  /** The validator to ask for findings; they are those of `report`. */
  validator = $state.raw<Hired<Validator>['does'] | null>(null);
  #hired: Hired<Validator> | undefined;
  #ended = false;

  constructor(private readonly openable: Openable) {}

  /** `failure` as a line. */
  get error(): string | null {
    return this.failure === null ? null : failureText(this.failure);
  }

  async start(): Promise<void> {
    try {
      const hired = await hireValidator(this.openable);
      if (this.#ended) return hired.end();
      this.#hired = hired;
      hired.onBreak((error) => this.#fail(error));
      this.validator = hired.does;
      this.report = await hired.does.quick();
      if (this.report.isPartial) {
        this.report = await hired.does.whole(proxy((read: number) => (this.read = read)));
      }
      this.isFinal = true;
    } catch (error) {
      this.#fail(error);
    }
  }

  end(): void {
    this.#ended = true;
    this.#hired?.end();
  }

  #fail(error: unknown): void {
    if (this.#ended) return;
    this.failure = failureOf(error);
    // What the file itself is the reason of can still be reported.
    if (!isProtomdlError(error)) this.validator = null;
  }
}

import { proxy } from 'comlink';
import { isProtomdlError } from '../../base/diagnostics/error.js';
import { type Hired, hireValidator } from '../engine/client.js';
import type { Openable } from '../engine/opened.js';
import type { ShownReport, Validator } from '../engine/validator.js';
import { type Failure, failureOf, failureText } from './failure.js';

/** Validation of a file: first without the checksum, then with the checksum. */
export class Validation {
  /** The report; null before the first result. */
  report = $state.raw<ShownReport | null>(null);
  /** True after the last result of the validation has arrived. */
  isFinal = $state(false);
  /** Number of bytes read for the checksum. */
  read = $state(0);
  /**
   * Reason why a result is missing or not final: a source that is no longer available, or a bug of this
   * program.
   */
  failure = $state.raw<Failure | null>(null);
  /** Validator for requests about the findings of `report`. */
  validator = $state.raw<Hired<Validator>['does'] | null>(null);
  #hired: Hired<Validator> | undefined;
  #ended = false;

  constructor(private readonly openable: Openable) {}

  /** The failure in one line; null without a failure. */
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
    // After a failure of the file itself, the validator is kept, because it still writes a report.
    if (!isProtomdlError(error)) this.validator = null;
  }
}

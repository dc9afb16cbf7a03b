import { proxy } from 'comlink';
import { isProtomdlError } from '../../base/diagnostics/error.js';
import { type Hired, hireValidator } from '../engine/client.js';
import type { Openable } from '../engine/opened.js';
import type { ShownReport, Validator } from '../engine/validator.js';
import { type Failure, failureOf, failureText } from './failure.js';

/** Validation of a file as it progresses: first without the checksum, then with it included. */
export class Validation {
  /** Null until the first result. */
  report = $state.raw<ShownReport | null>(null);
  /** True once the last result has arrived. */
  isFinal = $state(false);
  /** Bytes read for the checksum. */
  read = $state(0);
  /** Reason for a missing or preliminary result: a source that went away, or a bug of ours. */
  failure = $state.raw<Failure | null>(null);
  /** Validator for requests about findings; these are the findings of `report`. */
  validator = $state.raw<Hired<Validator>['does'] | null>(null);
  #hired: Hired<Validator> | undefined;
  #ended = false;

  constructor(private readonly openable: Openable) {}

  /** `failure` in one line. */
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
    // A failure that the file itself causes can still be reported.
    if (!isProtomdlError(error)) this.validator = null;
  }
}

import { ProtomdlError } from '../../base/diagnostics/error.js';
import { includesElement, type Selector } from '../../read/select/selector.js';

/**
 * Number of the selector's steps that lead to the current position; -1 if the position is not on the
 * selector's path.
 */
export type Matched = number;

const SELECTABLE =
  /^(network_groups|preliminary_config|operation|contexts|operations|partial_network_groups|network_group|ops|core_op|partial_core_ops)$/;

/** The parts of a file to disassemble. */
export class DisasmChoice {
  readonly start: Matched = 0;
  #found = false;

  /** @throws ProtomdlError `selector-invalid` for a part that has no lines in a disassembly */
  constructor(private readonly selector: Selector | undefined) {
    for (const { field, number } of selector?.steps ?? []) {
      if (field !== undefined && SELECTABLE.test(field.name)) continue;
      const name = field?.name ?? `#${number}`;
      const can = 'network groups, core operations, preliminary_config, contexts and operations';
      throw new ProtomdlError(
        'selector-invalid',
        `${selector?.text}: ${name} is not disassembled (${can} are)`,
      );
    }
  }

  /** True if the file has any selected part. */
  get found(): boolean {
    return this.#found;
  }

  /** Returns the match after a step from the current position into a field. */
  into(matched: Matched, name: string, index: number): Matched {
    const steps = this.selector?.steps ?? [];
    const step = steps[matched];
    let reached = matched;
    if (matched >= 0 && step !== undefined) {
      const isMeant =
        step.field?.name === name && (!step.field.repeated || includesElement(step.elements, index));
      reached = isMeant ? matched + 1 : -1;
    }
    this.#found ||= reached >= steps.length;
    return reached;
  }
}

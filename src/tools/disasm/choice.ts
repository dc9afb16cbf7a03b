import { ProtomdlError } from '../../base/diagnostics/error.js';
import { includesElement, type Selector } from '../../read/select/selector.js';

/** How many steps of the selector lead to where the disassembly is; -1 where it is not on the way. */
export type Matched = number;

const SELECTABLE =
  /^(network_groups|preliminary_config|operation|contexts|operations|partial_network_groups|network_group|ops|core_op|partial_core_ops)$/;

/** Which parts of a file are asked for. */
export class Choice {
  readonly start: Matched = 0;
  #found = false;

  /** @throws ProtomdlError `selector-invalid` for what a disassembly has no lines for */
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

  /** Whether there was anything of what is asked for. */
  get found(): boolean {
    return this.#found;
  }

  /** Goes on into a field. */
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

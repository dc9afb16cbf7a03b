import type { Report } from '../../base/diagnostics/diagnostic.js';
import type { FieldTable, MessageTable } from '../../base/schema/table.js';
import { entryByTag, fieldTag, type Plan } from '../../read/scan/plan.js';
import type { Scanner } from '../../read/scan/scanner.js';
import type { Rule } from '../rules/index.js';
import { ScannedElement } from './element.js';
import type { ValidationPlan } from './subscription.js';

type Check = (element: ScannedElement, report: Report) => void;

/**
 * Bits of an element's row, in which the scanner marks present fields and kept values. The step holds if at
 * least one bit is set.
 */
interface Step {
  readonly at: number;
  readonly bits: number;
}

/**
 * A condition on a row. The condition is met if all steps but the last hold, and the last step holds exactly
 * if `holds` is true.
 */
interface Condition {
  readonly steps: readonly Step[];
  readonly holds: boolean;
}

/**
 * A check, with the conditions under which the check is called. Conditions are compared with a row before the
 * call, to save most calls: most elements are announced because of other rules. A check without conditions is
 * always called.
 */
interface Asked {
  readonly check: Check;
  readonly conditions: readonly Condition[] | undefined;
}

/**
 * Maximum number of cached combinations of fields in elements of one type, because a hostile file may have
 * any combination.
 */
const MAX_CHOICES = 256;

class ElementRules {
  readonly #element: ScannedElement;
  readonly #rules: { readonly check: Check; readonly rule: Rule }[] = [];
  /**
   * Created for the first element, because a file has elements of few types, and creating all checks took 3
   * ms of a process.
   */
  #checks: readonly Asked[] | undefined;
  readonly #owner: number;
  /** Index of a mask in the row; the mask describes the element's own fields. */
  readonly #maskAt: number;
  /** Checks that may report a finding, by the mask of the element's fields. */
  readonly #choices = new Map<number, readonly Asked[]>();
  #lastMask = 0;
  #lastChoice: readonly Asked[] | undefined;

  constructor(
    private readonly plan: ValidationPlan,
    private readonly typeName: string,
  ) {
    this.#element = new ScannedElement(plan, typeName);
    this.#owner = this.plan.plan.elementNode[plan.typeNames.indexOf(this.typeName)] as number;
    this.#maskAt = this.plan.plan.nodeAt[this.#owner] as number;
  }

  add(check: Check, rule: Rule): void {
    this.#rules.push({ check, rule });
  }

  run(scanner: Scanner, report: Report): void {
    const { frames } = scanner;
    const { arena } = frames;
    const row = frames.row[frames.depth] as number;
    const mask = arena[row + this.#maskAt] as number;
    let choice = this.#lastChoice;
    if (choice === undefined || mask !== this.#lastMask) {
      choice = this.#choice(mask);
      this.#lastMask = mask;
      this.#lastChoice = choice;
    }
    for (let i = 0; i < choice.length; i++) {
      const { check, conditions } = choice[i] as Asked;
      if (conditions === undefined || meets(conditions, arena, row)) check(this.#element.at(scanner), report);
    }
  }

  #asked(): readonly Asked[] {
    const { plan } = this.plan;
    const nodes = nodesByType(plan, this.#owner);
    return this.#rules.map(({ check, rule }) => ({ check, conditions: conditionsOf(plan, nodes, rule) }));
  }

  #choice(mask: number): readonly Asked[] {
    let choice = this.#choices.get(mask);
    if (choice === undefined) {
      this.#checks ??= this.#asked();
      choice = this.#checks.flatMap((asked) => left(asked, this.#maskAt, mask));
      if (this.#choices.size < MAX_CHOICES) this.#choices.set(mask, choice);
    }
    return choice;
  }
}

/** Returns the check with its remaining conditions, for elements that have the fields of `mask`. */
function left({ check, conditions }: Asked, maskAt: number, mask: number): readonly Asked[] {
  if (conditions === undefined) return [{ check, conditions }];
  const open: Condition[] = [];
  for (const { steps, holds } of conditions) {
    const mayHold = ({ at, bits }: Step) => at !== maskAt || (mask & bits) !== 0;
    const last = steps[steps.length - 1];
    if (!steps.slice(0, -1).every(mayHold)) continue;
    if (last === undefined) return [{ check, conditions: undefined }];
    if (last.at !== maskAt) open.push({ steps: steps.filter(({ at }) => at !== maskAt), holds });
    else if (mayHold(last) === holds) {
      const others = steps.slice(0, -1).filter(({ at }) => at !== maskAt);
      if (others.length === 0) return [{ check, conditions: undefined }];
      open.push({ steps: others, holds: true });
    }
  }
  return open.length === 0 ? [] : [{ check, conditions: open }];
}

function meets(conditions: readonly Condition[], arena: Int32Array, row: number): boolean {
  for (let i = 0; i < conditions.length; i++) {
    const { steps, holds } = conditions[i] as Condition;
    const last = steps.length - 1;
    let at = 0;
    while (at < last && isSet(steps[at] as Step, arena, row)) at++;
    if (at === last && isSet(steps[last] as Step, arena, row) === holds) return true;
  }
  return false;
}

function isSet({ at, bits }: Step, arena: Int32Array, row: number): boolean {
  return ((arena[row + at] as number) & bits) !== 0;
}

/**
 * Nodes of an element's messages that share the row of the element, by type. A type may occur at several
 * positions.
 */
type Nodes = ReadonlyMap<string, readonly number[]>;

/**
 * Returns the conditions under which a rule may report a finding of an element; undefined if a row is not
 * sufficient to decide.
 */
function conditionsOf(plan: Plan, nodes: Nodes, { needs = {} }: Rule): Condition[] | undefined {
  const { bounds = [], need = [], together = [], ...others } = needs;
  if (Object.keys(others).length > 0) return undefined;
  const conditions: Condition[] = [];
  for (const { field } of bounds) {
    for (const entry of entriesOf(plan, nodes, field)) {
      if (isKept(plan, entry)) conditions.push(keptValue(plan, entry));
    }
  }
  for (const name of need) {
    for (const entry of entriesOf(plan, nodes, name)) {
      if (plan.entryBit[entry] === 0) return undefined;
      conditions.push(missing(plan, entry, plan.entryField[entry]?.name === nameIn(name)));
    }
  }
  for (const { without } of together) {
    for (const node of nodes.get(holderOf(without)) ?? []) {
      if (plan.nodeElement[node] === 1) return undefined;
      conditions.push({ steps: presence(plan, node), holds: true });
    }
  }
  return conditions;
}

/**
 * Returns the entries of a field at every position of its message in the element. For a oneof, returns the
 * entries of its first member.
 */
function entriesOf(plan: Plan, nodes: Nodes, field: string): number[] {
  const name = nameIn(field);
  return (nodes.get(holderOf(field)) ?? []).map((node) => {
    const { fields, oneofs } = plan.schema.messages[plan.nodeMessage[node] as number] as MessageTable;
    const oneof = oneofs.findIndex((known) => known.name === name);
    const member = fields.find((known) => (oneof < 0 ? known.name === name : known.oneof === oneof));
    return entryByTag(plan, node, fieldTag(member as FieldTable));
  });
}

/**
 * Returns steps that hold if a node of an element is present. Rows are not cleared, so that the part of a row
 * for an absent message may have values of another element.
 */
function presence(plan: Plan, node: number): Step[] {
  if (plan.nodeElement[node] === 1) return [];
  const entry = plan.nodeParent[node] as number;
  const around = plan.entryNode[entry] as number;
  const bits = plan.entryBit[entry] as number;
  // In a message with too many fields, some fields have no bit. A message in a field without a bit gets no
  // step, and counts as present.
  const own = bits === 0 ? [] : [{ at: plan.nodeAt[around] as number, bits }];
  return [...presence(plan, around), ...own];
}

function isKept({ kept, nodeOwner, entryNode }: Plan, entry: number): boolean {
  const owner = nodeOwner[entryNode[entry] as number] as number;
  return kept.get(owner)?.includes(entry) === true;
}

function keptValue(plan: Plan, entry: number): Condition {
  const node = plan.entryNode[entry] as number;
  const kept = { at: (plan.nodeAt[node] as number) + 1, bits: plan.entryBit[entry] as number };
  return { steps: [...presence(plan, node), kept], holds: true };
}

/**
 * Returns the condition that a message is present without a field, or without any member of the field's
 * oneof.
 */
function missing(plan: Plan, entry: number, itself: boolean): Condition {
  const node = plan.entryNode[entry] as number;
  const bits = (itself ? plan.entryBit[entry] : plan.entryOneof[entry]) as number;
  return { steps: [...presence(plan, node), { at: plan.nodeAt[node] as number, bits }], holds: false };
}

/** Returns the name of the message in the full name of a field. */
function holderOf(field: string): string {
  return field.slice(0, field.indexOf('.'));
}

function nameIn(field: string): string {
  return field.slice(field.indexOf('.') + 1);
}

function nodesByType({ schema, nodeOwner, nodeMessage }: Plan, owner: number): Nodes {
  const byType = new Map<string, number[]>();
  for (let node = owner; node < nodeOwner.length; node++) {
    if (nodeOwner[node] !== owner) continue;
    const { typeName } = schema.messages[nodeMessage[node] as number] as MessageTable;
    const others = byType.get(typeName);
    if (others === undefined) byType.set(typeName, [node]);
    else others.push(node);
  }
  return byType;
}

export function elementRules(plan: ValidationPlan): readonly (ElementRules | undefined)[] {
  const byType: (ElementRules | undefined)[] = plan.typeNames.map(() => undefined);
  for (const rule of plan.rules) {
    for (const [typeName, check] of Object.entries(rule.elements ?? {})) {
      const type = plan.typeNames.indexOf(typeName);
      const rules = byType[type] ?? new ElementRules(plan, typeName);
      rules.add(check, rule);
      byType[type] = rules;
    }
  }
  return byType;
}

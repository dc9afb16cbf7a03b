import { TYPE_MESSAGE } from '../../base/schema/table.js';
import type { MessageView } from '../../read/model/message-view.js';
import { includesElement, type SelectorStep } from '../../read/select/selector.js';
import type { Question } from './question.js';
import type { Current } from './row.js';

/**
 * Yields all selected rows that meet the condition, in the order of the lists. The row is always the same
 * object, with different views.
 * @throws ProtomdlError if required bytes are malformed
 */
export function* queryRows(root: MessageView, question: Question, file: string): Generator<Current> {
  const { where } = question;
  const { steps } = question.selector;
  const current: Current = { file, views: [root], value: undefined, index: -1, paths: [] };
  const { views } = current;
  let depth = 0;
  // A single generator with its own stack: with a generator for each level, every row would pass through all
  // generators.
  const open: Iterator<MessageView>[] = [];
  for (;;) {
    const step = steps[depth];
    if (step !== undefined && step.field?.type === TYPE_MESSAGE) {
      open.push(messagesOf(views[depth] as MessageView, step));
      depth++;
    } else if (step === undefined) {
      if (where === undefined || where(current)) yield current;
    } else {
      for (const index of valuesOf(current, step)) {
        current.index = index;
        if (where === undefined || where(current)) yield current;
      }
    }
    for (;;) {
      const branch = open[depth - 1];
      if (branch === undefined) return;
      const next = branch.next();
      if (next.done !== true) {
        views.length = depth;
        views.push(next.value);
        break;
      }
      open.pop();
      depth--;
    }
  }
}

function* messagesOf(view: MessageView, { number, field, elements }: SelectorStep): Generator<MessageView> {
  if (field?.repeated !== true) {
    const message = view.message(number);
    if (message !== undefined) yield message;
    return;
  }
  const list = view.repeated(number) as Iterable<unknown> as Iterable<MessageView>;
  let index = 0;
  for (const element of list) {
    if (includesElement(elements, index)) yield element;
    if (isPast(elements, index++)) return;
  }
}

/**
 * Sets the values of a scalar field, one after the other. A field without presence always has a value in an
 * existing message: the default, as readers see it.
 * @returns index in the list; -1 for a singular field
 */
function* valuesOf(current: Current, { number, field, elements }: SelectorStep): Generator<number> {
  const view = current.views.at(-1) as MessageView;
  if (field?.repeated !== true) {
    current.value = view.get(number);
    if (current.value !== undefined) yield -1;
    return;
  }
  let index = 0;
  for (const value of view.repeated(number)) {
    if (includesElement(elements, index)) {
      current.value = value;
      yield index;
    }
    if (isPast(elements, index++)) return;
  }
}

function isPast(elements: SelectorStep['elements'], index: number): boolean {
  if (elements === 'all') return false;
  return typeof elements === 'number' ? index >= elements : index + 1 >= elements.to;
}

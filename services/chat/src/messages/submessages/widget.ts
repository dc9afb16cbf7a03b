import Type from 'typebox';
import { Compile } from 'typebox/compile';
import { parseJson } from '../../http/json-text.js';

const MAX_TEXT = 1000;
const MAX_ITEMS = 200;

/** A poll or task list. The readers of its message vote or complete tasks by sending submessages. */
export interface Widget {
  widget_type: 'poll' | 'todo';
  extra_data: object;
}

/**
 * Returns the widget that a message with this content has: the content begins with `/poll question` or `/todo title`,
 * with one option or task in each following line.
 */
export function widgetOf(content: string): Widget | undefined {
  const match = /^\/(poll|todo)(?:\s|$)/.exec(content);
  if (match === null) return undefined;
  const [first = '', ...lines] = content.slice(match[1]!.length + 1).split('\n');
  const title = first.trim();
  const items = [...new Set(lines.map((line) => line.replace(/^\s*[-*]?\s*/, '').trim()))]
    .filter((line) => line !== '')
    .slice(0, MAX_ITEMS);
  if (match[1] === 'poll') return { widget_type: 'poll', extra_data: { question: title, options: items } };
  const tasks = items.map((item) => {
    const [task, ...rest] = item.split(':');
    return { task: task!.trim(), desc: rest.join(':').trim() };
  });
  return { widget_type: 'todo', extra_data: { task_list_title: title, tasks } };
}

const text = Type.String({ maxLength: MAX_TEXT });
const index = Type.Integer({ minimum: 0, maximum: 100_000 });
const kind = Type.Literal;

/**
 * Schemas of the submessages that each type of widget accepts. The key of an option or task has its author and number,
 * or `canned` and number if it was part of the message.
 */
const PARTICIPATION = {
  poll: Compile(
    Type.Union([
      Type.Object({ type: kind('vote'), key: text, vote: Type.Enum([1, -1]) }),
      Type.Object({ type: kind('new_option'), idx: index, option: text }),
      Type.Object({ type: kind('question'), question: text }),
    ]),
  ),
  todo: Compile(
    Type.Union([
      Type.Object({ type: kind('new_task'), key: index, task: text, desc: text, completed: Type.Boolean() }),
      Type.Object({ type: kind('strike'), key: text }),
      Type.Object({ type: kind('new_task_list_title'), title: text }),
    ]),
  ),
};

const DEFINITION = Compile(
  Type.Union([
    Type.Object({
      widget_type: kind('poll'),
      extra_data: Type.Object({ question: text, options: Type.Array(text, { maxItems: MAX_ITEMS }) }),
    }),
    Type.Object({
      widget_type: kind('todo'),
      extra_data: Type.Object({
        task_list_title: text,
        tasks: Type.Array(Type.Object({ task: text, desc: text }), { maxItems: MAX_ITEMS }),
      }),
    }),
  ]),
);

/** True for a submessage that defines a poll or task list, in the form that `widgetOf` returns. */
export const isDefinition = (data: unknown): data is Widget => DEFINITION.Check(data);

/** Types of submessages that only the sender of the message may send. */
const OF_AUTHOR = new Set(['question', 'new_task_list_title']);

/** Returns the reason why a submessage does not fit the widget, or undefined if it does. */
export function participationProblem(
  widgetType: Widget['widget_type'],
  content: string,
  isAuthor: boolean,
): string | undefined {
  const data = parseJson(content);
  if (data === undefined) return 'Invalid json for submessage';
  if (!PARTICIPATION[widgetType].Check(data)) return `Invalid data for a ${widgetType}`;
  if (OF_AUTHOR.has((data as { type: string }).type) && !isAuthor)
    return 'You cannot edit the title of a message that is not yours.';
  return undefined;
}

import { parseJson } from '../../http/json-text.js';
import {
  isDefinition,
  participationProblem,
  type Widget,
  widgetOf,
} from '../../messages/submessages/widget.js';
import { field, type Row } from './export.js';
import { type Intake, insertAll } from './intake.js';

const WHAT = 'votes of polls and changes of task lists';

interface Known {
  author: number;
  widget: Widget;
  hasVotes: boolean;
}

/** Collects polls and task lists of imported messages, with the votes and edits of their readers. */
export class Widgets {
  readonly #intake: Intake;
  readonly #known = new Map<number, Known>();
  readonly #votes: {
    there: number;
    message_id: number;
    sender_id: number;
    msg_type: string;
    content: string;
  }[] = [];

  constructor(intake: Intake) {
    this.#intake = intake;
  }

  /** Remembers the message if it is a poll or a task list. */
  note(messageId: number, author: number, content: string): void {
    const widget = widgetOf(content);
    if (widget !== undefined) this.#known.set(messageId, { author, widget, hasVotes: false });
  }

  /**
   * Adds rows of `zerver_submessage`, after all their messages. The export tool of the other server leaves this table
   * out; only exports to which someone has added the table from the server's database have it.
   */
  add(rows: readonly Row[]): void {
    const { accounts, report } = this.#intake;
    for (const row of rows) {
      const messageId = field.id(row, 'message') ?? -1;
      const known = this.#known.get(messageId);
      const sender = accounts.get(field.id(row, 'sender') ?? -1)?.id;
      if (known === undefined || sender === undefined) {
        report.left(WHAT, 'their user or message is not part of the export', 1, messageId);
        continue;
      }
      const content = field.text(row, 'content');
      const data = parseJson(content);
      const { widget_type } = known.widget;
      // Votes refer to options by number. The numbers belong to the exported definition, so this definition replaces
      // the one that was read from the message's content.
      if (isDefinition(data) && data.widget_type === widget_type) known.widget = data;
      else if (participationProblem(widget_type, content, sender === known.author) !== undefined)
        report.left(WHAT, 'they are invalid', 1, messageId);
      else {
        known.hasVotes = true;
        const there = field.id(row, 'id') ?? 0;
        this.#votes.push({ there, message_id: messageId, sender_id: sender, msg_type: 'widget', content });
      }
    }
  }

  /** Inserts the definitions, then the votes in the order of their ids. */
  async insert(): Promise<void> {
    const { tx, report } = this.#intake;
    const definitions = [...this.#known].map(([message_id, { author, widget }]) => ({
      message_id,
      sender_id: author,
      msg_type: 'widget',
      content: JSON.stringify(widget),
    }));
    const votes = this.#votes
      .toSorted((one, other) => one.there - other.there)
      .map(({ there: _there, ...vote }) => vote);
    await insertAll(tx, 'submessage', [...definitions, ...votes]);
    if (votes.length > 0) report.read(WHAT, votes.length);
    for (const [id, { hasVotes }] of this.#known)
      if (!hasVotes)
        report.changed('polls and task lists', 'the export has no votes for them, they start anew', id);
  }
}

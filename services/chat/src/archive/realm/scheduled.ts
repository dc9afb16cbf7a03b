import { renderText } from '../../markdown/store.js';
import { resumeScheduled } from '../../scheduled-messages/delivery.js';
import type { ScheduledBody } from '../../scheduled-messages/store.js';
import { field } from './export.js';
import { type Intake, insertAll, withPaths } from './intake.js';
import { Places, topicOf } from './places.js';

const WHAT = 'scheduled messages';

/** Returns the other people of a conversation, or the writer alone for a note to oneself. */
function othersOf(people: number[], sender: number): number[] {
  const others = people.filter((id) => id !== sender);
  return others.length === 0 ? [sender] : others;
}

/**
 * Reads messages that are to be sent later. Skips messages that are already delivered, because the export also has
 * them as ordinary messages.
 */
export async function readScheduled(intake: Intake): Promise<void> {
  const { app, tx, data, report, accounts } = intake;
  const places = new Places(intake);
  const rows: object[] = [];
  for (const row of data.rows('zerver_scheduledmessage')) {
    if (field.flag(row, 'delivered')) continue;
    const id = field.id(row, 'id');
    const sender = accounts.get(field.id(row, 'sender') ?? -1);
    const target = places.target(row);
    const deliver_at = field.time(row, 'scheduled_timestamp');
    if (id === undefined || sender === undefined || target === undefined || deliver_at === undefined) {
      report.left(WHAT, 'their sender or recipients are not part of the export', 1, id);
      continue;
    }
    const content = withPaths(intake, field.text(row, 'content'));
    const toChannel = 'channelId' in target;
    const body: ScheduledBody = {
      type: toChannel ? 'stream' : 'private',
      to: toChannel ? target.channelId : othersOf(target.people, sender.id),
      topic: toChannel ? topicOf(row) : '',
      content,
      rendered: (await renderText(app.directory, tx, sender, content)).html,
      client: 'import',
      readBySender: row.read_by_sender !== false,
    };
    const reason = field.flag(row, 'failed')
      ? field.text(row, 'failure_message') || 'It failed earlier.'
      : null;
    rows.push({ id, user_id: sender.id, body, deliver_at, failed: reason });
  }
  await insertAll(tx, 'scheduled_message', rows);
  if (rows.length > 0) report.read(WHAT, rows.length);
  const overdue = await resumeScheduled(app, tx);
  if (overdue > 0) report.changed(WHAT, 'their time has passed, they wait for a new one', undefined, overdue);
}

import type { App } from '../../app.js';
import type { WriteTx } from '../../db/writer.js';
import type { Outgoing, Sent } from './send.js';

/** What a message sets going in other parts of the service, in the same transaction. */
export async function followUp(_app: App, _tx: WriteTx, _outgoing: Outgoing, _sent: Sent): Promise<void> {}

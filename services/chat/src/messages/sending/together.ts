import type { App } from '../../app.js';
import type { JointChange } from '../../db/writer.js';
import type { Acted } from '../../http/route.js';
import { refusable, sendToChannels } from './channel-message.js';
import { channelDestination } from './destination.js';
import { answerOf, type Outgoing, type SendAnswer } from './outgoing.js';

/** A plain channel message, before the account of its sender has been read. */
export interface ChannelRequest {
  app: App;
  outgoing: Omit<Outgoing, 'sender'>;
}

/** Runs the sends that wait at the same time in shared statements. */
export const sendTogether: JointChange<Acted<ChannelRequest>, SendAnswer> = async (tx, requests) => {
  const wanted = [];
  for (const { request, actor } of requests)
    wanted.push(
      await refusable(async () => {
        channelDestination(request.outgoing.to);
        return { ...request.outgoing, sender: await actor(tx) };
      }),
    );
  const outcomes = await sendToChannels(requests[0]!.request.app, tx, wanted);
  return outcomes.map((outcome) => ('error' in outcome ? outcome : { value: answerOf(outcome.value) }));
};

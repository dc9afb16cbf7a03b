/**
 * A step of a pipeline: validates a model, or with DATABASE_URL all models of a folder or a bucket by the fleet, and posts
 * the report to a channel.
 *   CHAT_URL=… CHAT_EMAIL=… CHAT_KEY=… node gate.mjs MODEL CHANNEL TOPIC
 *   DATABASE_URL=… CHAT_URL=… … node gate.mjs s3://models/2026 CHANNEL TOPIC [BASE]
 * TARGET names a release of the runtime that must load the models. BASE is the number of an earlier run of the fleet:
 * models that were invalid in that run do not count. Ends with 0 when the release may go on, 1 when a model is not valid, 2
 * for a wrong command line, 3 when a model could not be validated, 75 when the release may go on and the report could not
 * be posted.
 */
import { Chat } from './chat.mjs';
import { fleetJudged } from './fleet.mjs';
import { judged } from './verdict.mjs';

const CHAT_DOWN = 75;

const [source, channel, topic, base] = process.argv.slice(2);
const { CHAT_URL, CHAT_EMAIL, CHAT_KEY, DATABASE_URL, TARGET } = process.env;
if (!source || !channel || !topic || !CHAT_URL || !CHAT_EMAIL || !CHAT_KEY) {
  console.error('usage: CHAT_URL=… CHAT_EMAIL=… CHAT_KEY=… node gate.mjs MODEL CHANNEL TOPIC [BASE]');
  process.exit(2);
}
const { code, verdict, text } = DATABASE_URL
  ? await fleetJudged(source, { target: TARGET, base })
  : await judged(source, { target: TARGET });
console.log(`${source}: ${verdict}`);
process.exitCode = code;
try {
  const chat = new Chat(CHAT_URL, CHAT_EMAIL, CHAT_KEY);
  await chat.call('POST', '/messages', { type: 'stream', to: channel, topic, content: text });
} catch (error) {
  console.error(`the report could not be posted: ${error.message}`);
  if (code === 0) process.exitCode = CHAT_DOWN;
}

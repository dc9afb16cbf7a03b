/**
 * A step of a pipeline: validates a model, posts the report to a channel, and ends with 1 when the model is not valid.
 *   CHAT_URL=… CHAT_EMAIL=… CHAT_KEY=… node gate.mjs MODEL CHANNEL TOPIC
 */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { Chat } from './chat.mjs';
import { judged } from './verdict.mjs';

const [file, channel, topic] = process.argv.slice(2);
const { CHAT_URL, CHAT_EMAIL, CHAT_KEY } = process.env;
if (!file || !channel || !topic || !CHAT_URL || !CHAT_EMAIL || !CHAT_KEY) {
  console.error('usage: CHAT_URL=… CHAT_EMAIL=… CHAT_KEY=… node gate.mjs MODEL CHANNEL TOPIC');
  process.exit(2);
}
const { verdict, text } = await judged(basename(file), new Uint8Array(await readFile(file)));
const chat = new Chat(CHAT_URL, CHAT_EMAIL, CHAT_KEY);
await chat.call('POST', '/messages', { type: 'stream', to: channel, topic, content: text });
console.log(`${file}: ${verdict}`);
process.exitCode = verdict === 'valid' ? 0 : 1;

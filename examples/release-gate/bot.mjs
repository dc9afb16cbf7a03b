/**
 * A bot that the chat service calls (an outgoing webhook): it answers a `.hef` or `.mdl` with the verdict, the findings and
 * the table of releases, in the same conversation.
 *   CHAT_URL=… CHAT_EMAIL=… CHAT_KEY=… CHAT_TOKEN=… node bot.mjs [PORT]
 */
import { timingSafeEqual } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Chat } from './chat.mjs';
import { judged, MOST_CHARACTERS } from './verdict.mjs';

const MOST_REQUEST_BYTES = 1 << 20;
const MOST_MODEL_BYTES = 2 ** 32;
const MOST_MODELS = 3;

/** A link to an upload of the service; the bot fetches no other address. */
const UPLOAD = /\[([^\]]*)\]\((?:https?:\/\/[^/)\s]+)?(\/user_uploads\/[\w./%~-]+\.(?:hef|mdl))\)/g;

const { CHAT_URL, CHAT_EMAIL, CHAT_KEY, CHAT_TOKEN = '' } = process.env;
const chat = new Chat(CHAT_URL, CHAT_EMAIL, CHAT_KEY);

function isOurs(token) {
  const [given, wanted] = [Buffer.from(String(token)), Buffer.from(CHAT_TOKEN)];
  return given.length === wanted.length && wanted.length > 0 && timingSafeEqual(given, wanted);
}

async function answerTo(content) {
  const uploads = [...content.matchAll(UPLOAD)];
  if (uploads.length === 0) return 'Send me a `.hef` or `.mdl` file, and I say whether it is valid.';
  const texts = [];
  const folder = await mkdtemp(join(tmpdir(), 'model-'));
  try {
    for (const [, name, path] of uploads.slice(0, MOST_MODELS)) {
      // The file keeps the upload's suffix, because loaders treat a file named .hef as framed.
      const file = join(folder, `model${path.slice(path.lastIndexOf('.'))}`);
      await chat.download(path, file, MOST_MODEL_BYTES);
      const { text } = await judged(file, { name, most: Math.floor(MOST_CHARACTERS / MOST_MODELS) - 10 });
      texts.push(text);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return texts.join('\n\n');
}

const server = createServer(async (request, response) => {
  const reply = (status, body) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  try {
    let text = '';
    for await (const part of request) {
      text += part;
      if (text.length > MOST_REQUEST_BYTES) return reply(413, { error: 'too long' });
    }
    const { token, message } = JSON.parse(text);
    if (!isOurs(token)) return reply(401, { error: 'not the token of this bot' });
    reply(200, { content: await answerTo(String(message?.content ?? '')) });
  } catch (error) {
    console.error(error);
    reply(200, { content: `I cannot read that: ${error.message}` });
  }
});
server.listen(Number(process.argv[2] ?? 0), '127.0.0.1', () => {
  console.log(`bot at http://127.0.0.1:${server.address().port}/`);
});
process.on('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
});

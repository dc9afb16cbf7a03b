import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { parseRange } from '@services/kit/http';
import type { FastifyInstance } from 'fastify';
import type { Knowledge } from '../advice/knowledge.js';
import { TOPICS } from '../advice/topics.js';
import { SHOWN_INDICATORS } from '../indicators/routes.js';
import { TRANSACTION_RULES } from '../transactions/rules.js';
import type { Clips } from './clips.js';
import { helpPage, lessonIndex, lessonPage } from './lessons.js';

/** The relative path is the same from `src/` and from `dist/`. */
const WEB_FOLDER = new URL('../../web/', import.meta.url);
const MODEL_CARD = new URL('../../models/card.md', import.meta.url);

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.vtt': 'text/vtt; charset=utf-8',
  '.webm': 'video/webm',
};

/**
 * Serves the page, its lessons with their films, and the model card. The files are few and small: they are read once, so that no request
 * can choose a path in the file system.
 */
export async function pageRoutes(server: FastifyInstance, knowledge: Knowledge, clips: Clips): Promise<void> {
  const serve = (path: string, type: string, body: string | Buffer) => serveBytes(server, path, type, body);
  const read = async (folder: URL, prefix: string) => {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const type = TYPES[extname(entry.name)];
      if (!entry.isFile() || type === undefined || entry.name === 'tsconfig.json') continue;
      const path = entry.name === 'index.html' ? '/' : `${prefix}${entry.name}`;
      serve(path, type, await readFile(new URL(entry.name, folder)));
    }
  };
  await read(WEB_FOLDER, '/page/');
  await read(new URL('learn/', WEB_FOLDER), '/learn/');
  serve('/learn', TYPES['.html']!, lessonIndex(knowledge));
  serve('/learn/help', TYPES['.html']!, helpPage(knowledge));
  for (const topic of TOPICS) {
    serve(`/learn/${topic}`, TYPES['.html']!, lessonPage(knowledge, topic, clips.has(topic)));
    for (const [part, bytes] of clips.get(topic) ?? []) serve(`/learn/${topic}${part}`, TYPES[part]!, bytes);
  }
  const labels = {
    indicators: SHOWN_INDICATORS,
    rules: TRANSACTION_RULES.map(({ code, title }) => ({ code, title })),
    lessons: TOPICS.map((topic) => ({ topic, title: knowledge.topics.get(topic)!.title })),
  };
  serve('/page/labels.json', TYPES['.json']!, JSON.stringify(labels));
  let card: Promise<string> | undefined;
  server.get('/model/card.html', {
    config: { access: 'public' },
    schema: { hide: true },
    async handler(_request, reply) {
      card ??= modelCard();
      reply.header('cache-control', 'no-cache').type(TYPES['.html']!);
      return card;
    },
  });
}

/** Renders the card on the first request, so that the start does not load the renderer. */
async function modelCard(): Promise<string> {
  const { renderCard } = await import('./model-card.js');
  return renderCard(await readFile(MODEL_CARD, 'utf8'));
}

function serveBytes(server: FastifyInstance, path: string, type: string, body: string | Buffer): void {
  const bytes = Buffer.from(body);
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  server.get(path, {
    config: { access: 'public' },
    schema: { hide: true },
    async handler(request, reply) {
      // These files contain no data of callers, so a browser may cache them; it asks before each use.
      reply.header('cache-control', 'no-cache').header('etag', etag);
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      reply.type(type).header('accept-ranges', 'bytes');
      // Browsers request ranges of a film to seek in it.
      const range = parseRange(request.headers.range, bytes.length);
      if (range === undefined) return reply.send(bytes);
      if (range === 'unsatisfiable')
        return reply.code(416).header('content-range', `bytes */${bytes.length}`).send();
      const { start, end } = range;
      reply.code(206).header('content-range', `bytes ${start}-${end}/${bytes.length}`);
      return reply.send(bytes.subarray(start, end + 1));
    },
  });
}

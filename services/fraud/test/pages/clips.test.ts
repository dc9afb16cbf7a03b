import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { BROWSER, startBrowser } from '@services/kit/testing/browser';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeClip, slidesOf } from '../../scripts/clip.js';
import { type Knowledge, loadKnowledge } from '../../src/advice/knowledge.js';
import { VideoCatalogue } from '../../src/advice/videos.js';
import { readClips } from '../../src/pages/clips.js';
import { pageRoutes } from '../../src/pages/routes.js';
import { isInstalled } from '../../src/speech/programs.js';

let knowledge: Knowledge;
let folder: string;
beforeAll(async () => {
  knowledge = await loadKnowledge();
  folder = await mkdtemp(join(tmpdir(), 'fraud-clips-'));
  for (const part of ['.webm', '.vtt', '.png']) await writeFile(join(folder, `debt${part}`), `film${part}`);
  // A film without captions must be ignored.
  await writeFile(join(folder, 'goals.webm'), '');
  await writeFile(join(folder, 'goals.png'), '');
});
afterAll(() => rm(folder, { recursive: true }));

test('lessons with a film are recommended and shown as films, the other lessons as pages', async () => {
  const clips = await readClips(pathToFileURL(`${folder}/`));
  const videos = new VideoCatalogue([], knowledge.topics, new Set(clips.keys()), () => 'https://a.example');
  expect(videos.for('debt')).toMatchObject({
    url: 'https://a.example/learn/debt.webm',
    thumbnail: 'https://a.example/learn/debt.png',
  });
  expect(videos.for('goals')).toMatchObject({
    url: 'https://a.example/learn/goals',
    thumbnail: 'https://a.example/learn/goals.svg',
  });
  const server = Fastify();
  await pageRoutes(server, knowledge, clips);
  const get = (url: string, headers = {}) => server.inject({ url, headers });
  expect((await get('/learn/debt')).body).toContain('src="/learn/debt.webm"');
  expect((await get('/learn/goals')).body).not.toContain('<video');
  const whole = await get('/learn/debt.webm');
  expect([whole.statusCode, whole.headers['content-type'], whole.body]).toEqual([
    200,
    'video/webm',
    'film.webm',
  ]);
  expect((await get('/learn/debt.vtt')).headers['content-type']).toContain('text/vtt');
  const part = await get('/learn/debt.webm', { range: 'bytes=2-4' });
  expect([part.statusCode, part.headers['content-range'], part.body]).toEqual([206, 'bytes 2-4/9', 'lm.']);
  expect((await get('/learn/debt.webm', { range: 'bytes=5-' })).body).toBe('webm');
  expect((await get('/learn/debt.webm', { range: 'bytes=-3' })).body).toBe('ebm');
  expect((await get('/learn/debt.webm', { range: 'bytes=9-' })).statusCode).toBe(416);
  await server.close();
});

test('without a folder of films, there are no films', async () => {
  expect((await readClips(pathToFileURL(`${folder}/none/`))).size).toBe(0);
});

test('the slides of a film are the title, and the beginnings of at most five articles', () => {
  const articles = knowledge.articles.filter(({ topic }) => topic === 'saving');
  const slides = slidesOf('Saving', articles);
  expect(slides.map(({ title }) => title)).toEqual([
    'Saving',
    ...articles.slice(0, 5).map(({ title }) => title),
  ]);
  for (const [at, { text }] of slides.slice(1).entries())
    expect(articles[at]?.paragraphs[0]?.startsWith(text)).toBe(true);
});

test.runIf(BROWSER !== undefined && isInstalled(['ffmpeg']) && isInstalled(['ffprobe']))(
  'a film has a picture and a caption for each slide, and the duration of its captions',
  async () => {
    const browser = await startBrowser();
    const slides = [
      { title: 'One', text: 'A short sentence.' },
      { title: 'Two & three', text: 'Another sentence, which is longer than the first one.' },
    ];
    const { webm, vtt, png, remove } = await makeClip(browser, slides);
    await browser.close();
    const { stdout } = await promisify(execFile)('ffprobe', [
      ...[
        '-v',
        'error',
        '-of',
        'json',
        '-show_entries',
        'stream=codec_name,width,height:format=duration',
        webm,
      ],
    ]);
    await remove();
    const { streams, format } = JSON.parse(stdout);
    expect(streams[0]).toMatchObject({ codec_name: 'vp9', width: 1280, height: 720 });
    if (isInstalled(['espeak-ng'])) expect(streams[1]).toMatchObject({ codec_name: 'opus' });
    const times = [...vtt.matchAll(/^00:00:(\d\d\.\d{3}) --> 00:00:(\d\d\.\d{3})\n(.*)$/gm)];
    expect(times.map(([, , , text]) => text)).toEqual(slides.map(({ text }) => text));
    expect(times[1]?.[1]).toBe(times[0]?.[2]);
    expect(Math.abs(Number(format.duration) - Number(times[1]?.[2]))).toBeLessThan(0.5);
    expect(png.subarray(1, 4).toString('latin1')).toBe('PNG');
  },
);

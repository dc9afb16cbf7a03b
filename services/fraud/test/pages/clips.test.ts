import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { BROWSER, startBrowser } from '@services/kit/testing/browser';
import Fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { makeClip, slidesOf } from '../../scripts/clip.js';
import { loadKnowledge } from '../../src/advice/knowledge.js';
import { VideoCatalogue } from '../../src/advice/videos.js';
import { readClips } from '../../src/pages/clips.js';
import { pageRoutes } from '../../src/pages/routes.js';
import { isInstalled } from '../../src/speech/programs.js';

const knowledge = await loadKnowledge();
const folder = await mkdtemp(join(tmpdir(), 'fraud-clips-'));
for (const part of ['.webm', '.vtt', '.png']) await writeFile(join(folder, `debt${part}`), `film${part}`);
// A film without captions must be ignored.
for (const part of ['.webm', '.png']) await writeFile(join(folder, `goals${part}`), '');
afterAll(() => rm(folder, { recursive: true }));

test('lessons with a film are recommended and shown as films, the other lessons as pages', async () => {
  const clips = await readClips(pathToFileURL(`${folder}/`));
  const videos = new VideoCatalogue([], knowledge.topics, new Set(clips.keys()), () => 'https://a.example');
  for (const [topic, film, picture] of [
    ['debt', 'debt.webm', 'debt.png'],
    ['goals', 'goals', 'goals.svg'],
  ] as const) {
    const site = 'https://a.example/learn/';
    expect(videos.for(topic)).toMatchObject({ url: site + film, thumbnail: site + picture });
  }
  const server = Fastify();
  await pageRoutes(server, knowledge, clips);
  const get = (url: string, headers = {}) => server.inject({ url, headers });
  expect((await get('/learn/debt')).body).toContain('src="/learn/debt.webm"');
  expect((await get('/learn/goals')).body).not.toContain('<video');
  expect((await get('/learn/debt.vtt')).headers['content-type']).toContain('text/vtt');
  for (const [range, status, body, answered] of [
    [undefined, 200, 'film.webm', undefined],
    ['bytes=2-4', 206, 'lm.', 'bytes 2-4/9'],
    ['bytes=5-', 206, 'webm', 'bytes 5-8/9'],
    ['bytes=-3', 206, 'ebm', 'bytes 6-8/9'],
    ['bytes=9-', 416, expect.anything(), 'bytes */9'],
  ]) {
    const film = await get('/learn/debt.webm', range === undefined ? {} : { range });
    expect([film.statusCode, film.body, film.headers['content-range']]).toEqual([status, body, answered]);
    if (status === 200) expect(film.headers['content-type']).toBe('video/webm');
  }
  await server.close();
});

test('without a folder of films, there are no films', async () => {
  expect((await readClips(pathToFileURL(`${folder}/none/`))).size).toBe(0);
});

test('the slides of a film are the title, and the beginnings of at most five articles', () => {
  const articles = knowledge.articles.filter(({ topic }) => topic === 'saving');
  const slides = slidesOf('Saving', articles);
  const titles = articles.slice(0, 5).map(({ title }) => title);
  expect(slides.map(({ title }) => title)).toEqual(['Saving', ...titles]);
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
    const shown = 'stream=codec_name,width,height:format=duration';
    const args = ['-v', 'error', '-of', 'json', '-show_entries', shown, webm];
    const { stdout } = await promisify(execFile)('ffprobe', args);
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

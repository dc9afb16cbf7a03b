import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { escapeHtml } from '@services/kit/openapi';
import type { Browser } from 'playwright-core';
import type { Article } from '../src/advice/articles.js';
import { ESPEAK, isInstalled, speakBy } from '../src/speech/programs.js';

/** A picture of the film, with the text that is spoken and shown as captions. */
export interface Slide {
  title: string;
  text: string;
}

/** Maximum number of articles, so that the film stays short. */
const MOST_ARTICLES = 5;
/** Duration of the silence after each slide. */
const PAUSE_SECONDS = 0.8;
const WORDS_PER_SECOND = 2.5;
const SIZE = { width: 1280, height: 720 };
/** Time limit for making a film, on a busy machine. */
const PATIENCE_MS = 300_000;
const WAV_HEADER_BYTES = 44;

/** Returns the slides of a topic: its title, then the first two sentences of its first articles. */
export function slidesOf(title: string, articles: readonly Article[]): Slide[] {
  const kept = articles.slice(0, MOST_ARTICLES);
  return [
    { title, text: `${title}, in ${kept.length} steps.` },
    ...kept.map((article) => ({
      title: article.title,
      text: (article.paragraphs[0] ?? '').split(/(?<=[.!?]) /, 2).join(' '),
    })),
  ];
}

/**
 * Makes a WebM film of slides, with spoken text if `espeak-ng` is installed.
 * @returns the film, its captions (WebVTT), and the first slide as a picture (PNG)
 */
export async function makeClip(
  browser: Browser,
  slides: readonly Slide[],
): Promise<{ webm: string; vtt: string; png: Buffer; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'fraud-clip-'));
  const page = await browser.newPage({ viewport: SIZE });
  const pictures: Buffer[] = [];
  for (const slide of slides) {
    await page.setContent(slidePage(slide));
    pictures.push(await page.screenshot({ type: 'png', path: join(folder, `${pictures.length + 1}.png`) }));
  }
  await page.close();
  const speaks = isInstalled(ESPEAK);
  const sounds: Buffer[] = [];
  const seconds: number[] = [];
  for (const { text } of slides) {
    if (!speaks) {
      seconds.push(text.split(/\s+/).length / WORDS_PER_SECOND + PAUSE_SECONDS);
      continue;
    }
    const wav = Buffer.from((await speakBy(ESPEAK, text, 'en')).bytes);
    const bytesPerSecond = wav.readUInt32LE(28);
    const pause = Buffer.alloc(Math.round((PAUSE_SECONDS * bytesPerSecond) / 2) * 2);
    if (sounds.length === 0) sounds.push(wav.subarray(0, WAV_HEADER_BYTES));
    sounds.push(wav.subarray(WAV_HEADER_BYTES), pause);
    seconds.push((wav.length - WAV_HEADER_BYTES + pause.length) / bytesPerSecond);
  }
  const list = slides.map((_, at) => `file ${at + 1}.png\nduration ${(seconds[at] as number).toFixed(3)}`);
  // ffmpeg ignores the duration of the last file in its list, so the last picture is listed twice.
  await writeFile(join(folder, 'slides.txt'), `${list.join('\n')}\nfile ${slides.length}.png\n`);
  if (speaks) await writeFile(join(folder, 'speech.wav'), sized(Buffer.concat(sounds)));
  const webm = join(folder, 'clip.webm');
  await promisify(execFile)(
    'ffmpeg',
    [
      ...['-nostdin', '-v', 'error', '-y', '-f', 'concat', '-i', join(folder, 'slides.txt')],
      ...(speaks ? ['-i', join(folder, 'speech.wav'), '-c:a', 'libopus', '-b:a', '32k'] : []),
      ...['-vf', 'fps=5,format=yuv420p', '-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8'],
      ...['-crf', '40', '-b:v', '0', '-t', seconds.reduce((sum, part) => sum + part, 0).toFixed(3), webm],
    ],
    { timeout: PATIENCE_MS },
  );
  return {
    webm,
    vtt: captions(slides, seconds),
    png: pictures[0] as Buffer,
    remove: () => rm(folder, { recursive: true }),
  };
}

/** Writes the lengths into the header of a WAV file, which a program that writes to a pipe could not know. */
function sized(wav: Buffer): Buffer {
  wav.writeUInt32LE(wav.length - 8, 4);
  wav.writeUInt32LE(wav.length - WAV_HEADER_BYTES, 40);
  return wav;
}

function captions(slides: readonly Slide[], seconds: readonly number[]): string {
  let from = 0;
  const cues = slides.map(({ text }, at) => {
    const to = from + (seconds[at] as number);
    const cue = `${stamp(from)} --> ${stamp(to)}\n${text}\n`;
    from = to;
    return cue;
  });
  return `WEBVTT\n\n${cues.join('\n')}`;
}

function stamp(seconds: number): string {
  return new Date(Math.round(seconds * 1000)).toISOString().slice(11, 23);
}

function slidePage({ title, text }: Slide): string {
  return `<!doctype html><style>
body { margin: 0; height: 100vh; display: grid; place-content: center; gap: 2rem; padding: 0 6rem; box-sizing: border-box;
  background: #12325c; color: #fff; font: 34px/1.5 sans-serif; }
h1 { margin: 0; font-size: 62px; line-height: 1.15; }
p { margin: 0; max-width: 30em; }
</style><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>`;
}

/**
 * Makes a short film of each lesson for `partner_video`: `npm run clips -w @services/fraud`. Needs Debian's `ffmpeg` and
 * `chromium-headless-shell`; with `espeak-ng`, the films speak.
 */
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { BROWSER, NO_BROWSER, startBrowser } from '@services/kit/testing/browser';
import { loadKnowledge } from '../src/advice/knowledge.js';
import { TOPICS } from '../src/advice/topics.js';
import { CLIPS_FOLDER } from '../src/pages/clips.js';
import { isInstalled } from '../src/speech/programs.js';
import { makeClip, slidesOf } from './clip.js';

const missing = BROWSER === undefined ? NO_BROWSER : isInstalled(['ffmpeg']) ? '' : 'ffmpeg is not installed';
if (missing !== '') {
  process.stderr.write(`${missing}\n`);
  process.exit(3);
}
const knowledge = await loadKnowledge();
const browser = await startBrowser();
await mkdir(CLIPS_FOLDER, { recursive: true });
for (const topic of TOPICS) {
  const { title } = knowledge.topics.get(topic)!;
  const articles = knowledge.articles.filter((article) => article.topic === topic);
  const { webm, vtt, png, remove } = await makeClip(browser, slidesOf(title, articles));
  await copyFile(webm, new URL(`${topic}.webm`, CLIPS_FOLDER));
  await writeFile(new URL(`${topic}.vtt`, CLIPS_FOLDER), vtt);
  await writeFile(new URL(`${topic}.png`, CLIPS_FOLDER), png);
  await remove();
  process.stdout.write(`${topic}.webm\n`);
}
await browser.close();

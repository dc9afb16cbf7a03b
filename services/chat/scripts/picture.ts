/**
 * Draws the picture of the README: the page with the demonstration in it, in a real browser.
 *   node --conditions=source --import tsx chat/scripts/picture.ts [FILE]
 */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { program, startNode } from '@services/kit/testing';
import { startBrowser } from '@services/kit/testing/browser';
import { DEMO_PASSWORD } from '../src/demo/talk.js';

const SERVICES = fileURLToPath(new URL('../../', import.meta.url));
const [file = fileURLToPath(new URL('../docs/page.png', import.meta.url))] = process.argv.slice(2);

const folder = await mkdtemp(join(tmpdir(), 'chat-picture-'));
const main = program('chat');
const settings = { CHAT_ADMIN_PORT: '0', CHAT_LOG_LEVEL: 'error' };
spawnSync(process.execPath, [...main, 'demo', folder], { cwd: SERVICES, stdio: 'ignore' });
const server = await startNode(SERVICES, [...main, 'serve', folder, '--port', '0'], settings);
const browser = await startBrowser();
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 760 }, colorScheme: 'light' });
  await page.goto(server.url);
  await page.getByLabel('Email').fill('iris@example.com');
  await page.getByLabel('Password').fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('link', { name: 'engineering' }).first().click();
  await page.getByRole('link', { name: 'release 2.4' }).first().click();
  await page.getByText('The crash is a race').waitFor();
  await page
    .getByLabel('Message', { exact: true })
    .fill('Thank you all. @**Leo Alvarez**, shall we write the notes **together**?');
  await page.screenshot({ path: file });
} finally {
  await browser.close();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}

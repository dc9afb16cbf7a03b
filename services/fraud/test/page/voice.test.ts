import { BROWSER } from '@services/kit/testing/browser';
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { startPerson } from './person.js';

describe.skipIf(BROWSER === undefined)('the voice of the page', () => {
  const person = startPerson();
  let page: Page;
  beforeEach(() => {
    ({ page } = person);
  });
  const { signIn, open, fill, press } = person;
  const question = () => page.getByLabel('Your question').inputValue();

  /** Replaces the browser's sound by a microphone and a loudspeaker that write down what is done with them. */
  const FAKE_SOUND = `
    delete window.SpeechRecognition;
    delete window.webkitSpeechRecognition;
    speechSynthesis.getVoices = () => [];
    window.sound = { microphones: 0, uses: 0, players: 0, sources: [] };
    Object.defineProperty(navigator, 'mediaDevices', {
      value: {
        getUserMedia: async () => {
          await window.permission;
          sound.microphones += 1;
          sound.uses += 1;
          return { getTracks: () => [{ stop: () => { sound.microphones -= 1; } }] };
        },
      },
    });
    window.MediaRecorder = class {
      mimeType = 'audio/webm';
      state = 'inactive';
      start() { this.state = 'recording'; }
      stop() {
        this.state = 'inactive';
        this.ondataavailable({ data: new Blob(['sound']) });
        this.onstop();
      }
    };
    window.AudioContext = class {
      constructor() { sound.players += 1; }
      async close() { sound.players -= 1; }
      async decodeAudioData() { if (window.broken) throw new Error('Broken sound.'); }
      createBufferSource() {
        const source = { connect() {}, start() {} };
        sound.sources.push(source);
        return source;
      }
    };`;

  test('hears and reads aloud with the service if the browser cannot', async () => {
    await page.addInitScript(FAKE_SOUND);
    const sent: (string | null)[] = [];
    await page.route('**/api/chat/speech', async (route) => {
      sent.push(route.request().postData());
      await route.fulfill({ json: { success: true, text: 'Wie komme ich aus meinen Schulden?' } });
    });
    await page.route('**/api/chat?format=audio', async (route) => {
      sent.push(route.request().postData());
      await route.fulfill({
        status: 501,
        json: { error: { code: 'NOT_CONFIGURED', message: 'No speech.' } },
      });
    });
    await signIn();
    await open('Advice');
    await press('Dictate');
    await page.getByRole('button', { name: 'Listening' }).click();
    await expect.poll(question).toMatch(/^Wie komme/);
    expect(sent[0]).toContain('sound');
    await press('Send');
    await page.locator('.turn.assistant[lang=de]').waitFor();
    await press('Read aloud');
    await page.getByRole('button', { name: 'No speech.' }).waitFor();
    expect(JSON.parse(sent[1]!).message).toMatch(/^Wie komme/);
  });

  test('switches the microphone off when the user leaves the view or signs out, and after five minutes', async () => {
    await page.clock.install();
    await page.addInitScript(FAKE_SOUND);
    let sent = 0;
    await page.route('**/api/chat/speech', async (route) => {
      sent += 1;
      await route.fulfill({ json: { success: true, text: 'after five minutes' } });
    });
    const microphones = () => page.evaluate('sound.microphones');
    const dictate = async () => {
      await press('Dictate');
      await page.getByRole('button', { name: 'Listening' }).waitFor();
      expect(await microphones()).toBe(1);
    };
    await signIn();
    await open('Advice');
    await dictate();
    await open('Check');
    await expect.poll(microphones).toBe(0);
    await open('Advice');
    await dictate();
    await page.clock.fastForward('04:55');
    expect(await microphones()).toBe(1);
    expect(sent).toBe(0);
    await page.clock.fastForward('00:10');
    await expect.poll(microphones).toBe(0);
    await expect.poll(question).toBe('after five minutes');
    // The browser asks for permission until after the user has left.
    await page.evaluate('void (window.permission = new Promise((done) => { window.permit = done; }))');
    await press('Dictate');
    await open('Check');
    await page.getByRole('heading', { name: 'Check a message' }).waitFor();
    await page.evaluate('window.permit()');
    await expect.poll(() => page.evaluate('sound.uses')).toBe(3);
    await expect.poll(microphones).toBe(0);
    await open('Advice');
    await dictate();
    await press('Sign out');
    await page.getByText('You are signed out').waitFor();
    await expect.poll(microphones).toBe(0);
    // Only the recording that reached its greatest length was sent.
    expect(sent).toBe(1);
  });

  test('closes the loudspeaker after playing, on errors and after a second click', async () => {
    await page.addInitScript(FAKE_SOUND);
    await page.route('**/api/chat?format=audio', (route) =>
      route.fulfill({ contentType: 'audio/wav', body: 'sound' }),
    );
    const players = () => page.evaluate('sound.players');
    const sources = () => page.evaluate('sound.sources.length');
    await signIn();
    await open('Advice');
    await fill('Your question', 'What is the envelope method?');
    await page.keyboard.press('Enter');
    const read = page.getByRole('button', { name: 'Read aloud' });
    await read.click();
    await expect.poll(sources).toBe(1);
    expect(await players()).toBe(1);
    await page.evaluate('sound.sources[0].onended()');
    expect(await players()).toBe(0);
    await read.click();
    await expect.poll(sources).toBe(2);
    await read.click();
    expect(await players()).toBe(0);
    await read.click();
    await expect.poll(sources).toBe(3);
    // The end of the sound that the second click stopped does not end the next sound.
    await page.evaluate('sound.sources[1].onended()');
    expect(await players()).toBe(1);
    await page.evaluate('sound.sources[2].onended()');
    await page.evaluate('window.broken = true');
    await read.click();
    await page.getByRole('button', { name: 'Broken sound.' }).waitFor();
    expect(await players()).toBe(0);
  });
});

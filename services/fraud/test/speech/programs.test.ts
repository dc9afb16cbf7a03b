import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Command, ESPEAK, isInstalled, speakBy, transcribeBy } from '../../src/speech/programs.js';

const node = (code: string, ...args: string[]): Command => [process.execPath, '-e', code, ...args];
const recording = (text: string) => ({ bytes: new TextEncoder().encode(text), name: 'recording.wav' });

describe('a program that speaks', () => {
  test('gets the text on standard input and the language as an argument, without a shell', async () => {
    const text = "I'll pay $(touch /tmp/x); `id` & done";
    const echo = `const head = Buffer.alloc(44); head.write('RIFF'); head.write('data', 36); head.fill(255, 40);
      process.stdin.on('data', (d) => process.stdout.write(Buffer.concat([head, Buffer.from(process.argv[1]), d])));`;
    const { bytes, type } = await speakBy(node(echo, '<{language}>'), text, 'zh');
    const wav = Buffer.from(bytes);
    expect([type, wav.subarray(44).toString()]).toEqual(['audio/wav', `<cmn>${text}`]);
    // The program writes to a pipe and cannot set the lengths, so the service sets them.
    expect([wav.readUInt32LE(4), wav.readUInt32LE(40)]).toEqual([wav.length - 8, wav.length - 44]);
  });

  test.each([
    ['that writes no recording', node('console.log("hello")')],
    ['that fails', node('process.exit(3)')],
    ['that is not there', ['/nowhere/speaker']],
    ['that writes without an end', node('setInterval(() => process.stdout.write(Buffer.alloc(1 << 20)), 0)')],
  ])('a program %s is an error', async (_, command) => {
    await expect(speakBy(command, 'Hello', 'en')).rejects.toMatchObject({ name: 'ProviderError' });
  });

  test.runIf(isInstalled(ESPEAK))('is espeak-ng by default', async () => {
    const short = await speakBy(ESPEAK, 'Hello.', 'en');
    const long = await speakBy(
      ESPEAK,
      'Eine Überweisung ist kein Geschenk, und eine Karte kein Kredit.',
      'de',
    );
    expect(short.bytes.length).toBeGreaterThan(5_000);
    expect(long.bytes.length).toBeGreaterThan(short.bytes.length * 2);
  });
});

describe('a program that listens', () => {
  test('reads the recording from a file that is deleted afterwards', async () => {
    const read = `const fs = require('fs'); const file = process.argv[1];
      console.log(file, (fs.statSync(file).mode & 0o777).toString(8)); console.log(fs.readFileSync(file, 'utf8'));`;
    const words = await transcribeBy(node(read, '{file}'), recording('how do I\nsave'));
    const [, file = '', mode, text] = /^(\S+) (\d+) (.*)$/.exec(words) ?? [];
    expect([mode, text, existsSync(file)]).toEqual(['600', 'how do I save', false]);
  });

  const sphinx: Command = ['pocketsphinx_continuous', '-infile', '{file}', '-logfn', '/dev/null'];
  test.runIf([sphinx, ESPEAK, ['ffmpeg']].every(isInstalled))('can be pocketsphinx', async () => {
    const spoken = await speakBy(ESPEAK, 'Hello world. One two three.', 'en');
    const bytes = execFileSync('ffmpeg', [...'-v error -i pipe:0 -ac 1 -ar 16000 -f wav pipe:1'.split(' ')], {
      input: spoken.bytes,
    });
    // The program recognises a synthetic voice badly, so this test only requires that it returns some words.
    expect(await transcribeBy(sphinx, { bytes, name: 'recording.wav' })).toMatch(/^[a-z']+( [a-z']+)+$/);
  });
});

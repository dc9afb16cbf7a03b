import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';

export interface Sample {
  content: string;
  fraud: boolean;
  /** Source of the row: `ham/hard`, `spam`, `sms`. */
  kind: string;
}

export interface Corpus {
  name: string;
  type: 'email' | 'sms';
  sha256: string;
  samples: Sample[];
}

const run = promisify(execFile);
const UNPACKED_BYTES = 2 ** 30;

/**
 * Reads all corpora of a folder: `sms/*.tsv` and `calls/*.tsv` (label, text), `sms/*.txt.gz` (legitimate, a line each),
 * `email/*.tar.xz`.
 */
export async function readCorpora(folder: string): Promise<Corpus[]> {
  const found: Corpus[] = [];
  for (const [within, type, pattern] of [
    ['sms', 'sms', /\.(?:tsv|txt\.gz)$/],
    ['calls', 'sms', /\.tsv$/],
    ['email', 'email', /\.tar\.xz$/],
  ].map(([part, type, pattern]) => [join(folder, part as string), type, pattern]) as [
    string,
    Corpus['type'],
    RegExp,
  ][]) {
    if (!existsSync(within)) continue;
    for (const file of readdirSync(within).sort()) {
      if (pattern.test(file)) found.push(await readCorpus(join(within, file), type));
    }
  }
  return found;
}

export async function readCorpus(path: string, type: 'email' | 'sms'): Promise<Corpus> {
  const bytes = readFileSync(path);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const name = path.slice(path.lastIndexOf('/') + 1);
  const samples =
    type === 'email'
      ? await readMails(path)
      : name.endsWith('.gz')
        ? readLines(gunzipSync(bytes).toString('utf8'))
        : readTable(bytes.toString('utf8'), name);
  return { name, type, sha256, samples };
}

// Names that corpora use for the two classes.
const FRAUD_LABEL = /^(?:spam|smish(?:ing)?|phish(?:ing)?|fraud|scam|1|yes|true)$/i;
const HAM_LABEL = /^(?:ham|legit(?:imate)?|normal|0|no|false)$/i;

function readTable(text: string, name: string): Sample[] {
  const samples: Sample[] = [];
  for (const [at, line] of text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .entries()) {
    if (line === '') continue;
    const tab = line.indexOf('\t');
    const label = tab < 0 ? line : line.slice(0, tab);
    const fraud = FRAUD_LABEL.test(label);
    if (!fraud && !HAM_LABEL.test(label)) {
      if (at === 0) continue;
      throw new Error(
        `${name}, line ${at + 1}: the label is neither of a fraudulent nor of a legitimate message.`,
      );
    }
    const content = unescaped(line.slice(tab + 1));
    if (/\S/.test(content)) samples.push({ content, fraud, kind: 'sms' });
  }
  return samples;
}

const ESCAPES: Readonly<Record<string, string>> = { '\\n': '\n', '\\t': '\t', '\\\\': '\\' };

/** Restores line ends and tabs, which are escaped in a table. */
function unescaped(text: string): string {
  return text.replace(/\\[nt\\]/g, (pair) => ESCAPES[pair] as string);
}

function readLines(text: string): Sample[] {
  return text
    .split(/\r?\n/)
    .filter((line) => /\S/.test(line))
    .map((content) => ({ content, fraud: false, kind: 'sms' }));
}

async function readMails(path: string): Promise<Sample[]> {
  let tar: Buffer;
  try {
    const { stdout } = await run('xz', ['-dc', path], { encoding: 'buffer', maxBuffer: UNPACKED_BYTES });
    tar = stdout;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new Error('Reading e-mail corpora needs the command xz (Debian: xz-utils).');
    throw error;
  }
  const samples: (Sample & { path: string })[] = [];
  for (const { name, bytes } of tarEntries(tar)) {
    const ham = /(?:^|\/)(?:ham|honest)\//.exec(name);
    const hard = ham && /\/hard/.test(name);
    samples.push({
      path: name,
      content: decoded(bytes),
      fraud: !ham,
      kind: ham ? (hard ? 'ham/hard' : 'ham/easy') : 'spam',
    });
  }
  return samples
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .map(({ content, fraud, kind }) => ({ content, fraud, kind }));
}

/** Decodes a message as a client would: UTF-8 if it is valid, otherwise one unit per byte. */
function decoded(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return bytes.toString('latin1');
  }
}

// Reads ustar with GNU long names, the forms that tar writes on Debian and BSD.
function* tarEntries(tar: Buffer): Generator<{ name: string; bytes: Buffer }> {
  let longName: string | undefined;
  for (let at = 0; at + 512 <= tar.length; ) {
    const header = tar.subarray(at, at + 512);
    if (header[0] === 0) break;
    const field = (from: number, length: number) =>
      header.toString('utf8', from, from + length).replace(/\0.*$/s, '');
    const size = Number.parseInt(field(124, 12).trim() || '0', 8);
    if (!Number.isSafeInteger(size)) throw new Error(`The archive is damaged at byte ${at}.`);
    const bytes = tar.subarray(at + 512, at + 512 + size);
    const kind = String.fromCharCode(header[156] ?? 0);
    const prefix = field(345, 155);
    if (kind === 'L') longName = bytes.toString('utf8').replace(/\0.*$/s, '');
    else {
      if (kind === '0' || kind === '\0')
        yield { name: longName ?? (prefix ? `${prefix}/${field(0, 100)}` : field(0, 100)), bytes };
      longName = undefined;
    }
    at += 512 + Math.ceil(size / 512) * 512;
  }
}

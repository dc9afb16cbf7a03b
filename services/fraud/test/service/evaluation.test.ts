import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import type { Report } from '../../evaluate/report.js';
import { libraryWay } from '../../evaluate/scorers.js';
import { evaluateSet } from '../../evaluate/sets.js';
import { readCorpora } from '../../train/corpora.js';
import { generate } from '../../train/generator/index.js';
import { startFixture } from './fixture.js';

const MAIN = fileURLToPath(new URL('../../evaluate/main.ts', import.meta.url));
const service = await startFixture();
const folder = await mkdtemp(join(tmpdir(), 'fraud-evaluation-'));
await mkdir(join(folder, 'sms'));
const rows = generate('sms', 60, 7).map(({ fraud, content }) => `${fraud ? 'spam' : 'ham'}\t${content}`);
// A row that the service refuses because of its length.
rows.push(`ham\t${'long '.repeat(2_001)}`);
await writeFile(join(folder, 'sms/made.tsv'), `${rows.join('\n')}\n`);
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

it('the command gives the same figures over HTTP and with the library', { timeout: 120_000 }, async () => {
  const { token } = await service.user('judge');
  const args = ['--conditions=source', '--import', 'tsx', MAIN];
  await promisify(execFile)(
    process.execPath,
    [...args, '--data', folder, '--out', folder, '--url', service.url],
    { env: { ...process.env, FRAUD_TOKEN: token, INIT_CWD: folder } },
  );
  const report = JSON.parse(await readFile(join(folder, 'evaluation.json'), 'utf8')) as Report;
  expect(report).toMatchObject({ way: 'http', modelVersion: (await libraryWay()).modelVersion() });
  const [corpus] = await readCorpora(folder);
  const byLibrary = await evaluateSet({ ...corpus!, trained: false }, (await libraryWay()).judge);
  expect(byLibrary).toMatchObject({ rows: 60, fraud: 30, refused: 1 });
  const [set] = report.sets;
  // The expected figures are converted to JSON and back, as those of the file are, because JSON has no NaN.
  expect({ ...set, perSecond: 0 }).toEqual(JSON.parse(JSON.stringify({ ...byLibrary, perSecond: 0 })));
  expect(await readFile(join(folder, 'evaluation.html'), 'utf8')).toContain('through the HTTP interface');
});

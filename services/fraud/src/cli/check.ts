import { readFile, stat } from 'node:fs/promises';
import { type CliTools, ExitError } from '@services/kit/cli';
import { loadConfig } from '@services/kit/config';
import { toCheckInput } from '../checks/rules.js';
import type { DataType } from '../checks/store.js';
import { configSchema } from '../config/schema.js';
import { ApiError } from '../http/api-error.js';
import { ContentError, INDICATORS, judge, loadModels, type Verdict } from '../judge/index.js';

export interface CheckOptions {
  type?: DataType;
  text?: string;
  json: boolean;
}

/** Maximum number of bytes that are read; no content of this size can be judged. */
const MOST_BYTES = 16 * 1_048_576;

/** Judges one message in this process: no server, no data directory, nothing stored. */
export async function checkMessage(
  file: string | undefined,
  options: CheckOptions,
  tools: CliTools,
): Promise<void> {
  const content = options.text ?? (await readContent(file, tools));
  const dataType = options.type ?? (file?.toLowerCase().endsWith('.eml') ? 'email' : 'sms');
  const verdict = await judged({ data_type: dataType, content });
  if (options.json) tools.print(JSON.stringify(verdict, null, 2));
  else for (const line of describe(verdict)) tools.print(line);
}

async function judged(request: { data_type: DataType; content: string }): Promise<Verdict> {
  const { limits } = loadConfig({ name: 'FRAUD', schema: configSchema, dataDir: '', env: {}, flags: {} });
  try {
    return await judge(toCheckInput(request, limits), await loadModels());
  } catch (error) {
    if (error instanceof ApiError || error instanceof ContentError) throw new ExitError(2, error.message);
    throw error;
  }
}

async function readContent(file: string | undefined, tools: CliTools): Promise<string> {
  if (file === undefined) throw new ExitError(2, 'name a file, - for standard input, or give --text');
  if (file === '-') {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of process.stdin) {
      size += (chunk as Buffer).length;
      if (size > MOST_BYTES) throw new ExitError(2, 'standard input is too large');
      chunks.push(chunk as Buffer);
    }
    return Buffer.concat(chunks).toString();
  }
  const path = tools.path(file);
  const { size } = await stat(path);
  if (size > MOST_BYTES) throw new ExitError(2, `${path} is too large`);
  return readFile(path, 'utf8');
}

function* describe(verdict: Verdict): Generator<string> {
  const { isFraud, confidenceScore, severity, indicators, explanation } = verdict;
  yield `${isFraud ? 'fraud' : 'not fraud'}, probability ${confidenceScore}, severity ${severity}`;
  yield '';
  yield explanation;
  if (indicators.length > 0) yield '';
  const titles = new Map(INDICATORS.map(({ code, title }) => [code, title]));
  for (const { code } of indicators) yield `  ${code.padEnd(30)} ${titles.get(code) ?? ''}`;
}

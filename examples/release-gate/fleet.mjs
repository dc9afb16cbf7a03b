import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { fitting } from './verdict.mjs';

const FLEET = fileURLToPath(new URL('../../services/fleet/dist/cli/main.js', import.meta.url));

const VERDICTS = { 0: 'valid', 1: 'invalid' };

/**
 * Lists a source, validates its new models on this machine and others, and asks the fleet if a release may go on.
 * @param {string} source  @param {{ target?: string, base?: string }} options
 */
export async function fleetJudged(source, { target, base }) {
  const scanned = await fleet('scan', source, ...(target ? ['--target', target] : []));
  const [, run] = /^run (\d+): /m.exec(scanned.stdout) ?? [];
  if (scanned.code !== 0 || run === undefined) return told(scanned);
  const worked = await fleet('work', '--until-done', run);
  if (worked.code !== 0) return told(worked);
  return told(await fleet('gate', run, ...(base ? [base] : [])));
}

function told({ code, stdout, stderr }) {
  const output = stdout || stderr;
  return {
    // A pipeline does not distinguish the reasons why the fleet cannot answer.
    code: code === 0 || code === 1 ? code : 3,
    verdict: VERDICTS[code] ?? 'not validated',
    text: fitting(`\`\`\`text\n${fitting(output.replaceAll('`', "'"), 9_000)}\n\`\`\``),
  };
}

function fleet(...words) {
  const child = spawn(process.execPath, [FLEET, ...words], { stdio: ['ignore', 'pipe', 'pipe'] });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (part) => {
    stdout += part;
  });
  child.stderr.on('data', (part) => {
    stderr = `${stderr}${part}`.slice(-9_000);
    process.stderr.write(part);
  });
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, stdout, stderr })));
}

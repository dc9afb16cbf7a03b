import type { Command } from 'commander';
import { Option } from 'commander';
import { UsageError } from '../db/fleet-database.js';
import { addToken, removeToken, tokens } from '../serve/tokens.js';
import { table } from '../status/status-text.js';
import { print, withDatabase } from './session.js';
import { span } from './values.js';

const MOST_NAME = 100;

interface TokenFlags {
  readonly files: boolean;
  readonly expires?: number;
}

export function defineToken(program: Command): void {
  const command = program
    .command('token')
    .description('read-only tokens for readers of the page, and for programs');
  command
    .command('add')
    .description('print a new secret, to use in place of the one in the address that serve prints')
    .argument('<name>', 'of its holder')
    .option('--files', 'opens files as well, not only results', false)
    .addOption(new Option('--expires <time>', 'after which it is refused, such as 90d').argParser(span))
    .action(add);
  command.command('list').description('show the names').action(list);
  command
    .command('remove')
    .description('refuse a secret from now on')
    .argument('<name>', 'of its holder')
    .action((name: string) =>
      withDatabase(async (db) => {
        if (!(await removeToken(db, name))) throw new UsageError(`there is no token ${name}`);
        await print(`removed ${name}\n`);
      }),
    );
}

async function add(name: string, { files, expires }: TokenFlags): Promise<void> {
  if (!/^\P{C}+$/u.test(name) || name.length > MOST_NAME) {
    throw new UsageError(`a name has 1 to ${MOST_NAME} printable characters`);
  }
  await withDatabase(async (db) => {
    const secret = await addToken(db, name, files, expires ?? null);
    if (secret === undefined) throw new UsageError(`there is a token ${name}: remove it first`);
    await print(`${secret}\n`);
  });
}

function list(): Promise<void> {
  return withDatabase(async (db) => {
    const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
    const rows = (await tokens(db)).map((token) => [
      token.name,
      token.opens_files ? 'results and files' : 'results',
      day(token.created_ms),
      token.expires_ms === null ? 'never' : `${day(token.expires_ms)}${token.is_expired ? ', expired' : ''}`,
    ]);
    const lines = table(['name', 'reads', 'created', 'expires'], rows);
    await print(lines.length === 0 ? 'no token\n' : `${lines.join('\n')}\n`);
  });
}

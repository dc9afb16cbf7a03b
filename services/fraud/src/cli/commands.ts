import { userInfo } from 'node:os';
import { type CliTools, ExitError, readPassword } from '@services/kit/cli';
import { hashPassword } from '@services/kit/passwords';
import { type Command, Option } from 'commander';
import { DEFAULT_SCOPES, SCOPES } from '../auth/scopes.js';
import { TIERS } from '../tiers/tiers.js';
import type { CheckOptions } from './check.js';

export function addCommands(program: Command, tools: CliTools): void {
  addCheck(program, tools);
  addUsers(program, tools);
  addKeys(program, tools);
  addVault(program, tools);
  addBrands(program, tools);
}

function addCheck(program: Command, tools: CliTools): void {
  program
    .command('check [file]')
    .description('judge a message in a file (.eml: an e-mail), from standard input (-) or from --text')
    .addOption(new Option('--type <type>', 'what it is').choices(['email', 'sms', 'phone']))
    .option('--text <text>', 'the message itself')
    .option('--json', 'the verdict as JSON', false)
    .action(async (file: string | undefined, options: CheckOptions) => {
      const { checkMessage } = await import('./check.js');
      await checkMessage(file, options, tools);
    });
}

async function passwordHash(tools: CliTools, file: string | undefined, name: string): Promise<string> {
  const path = file === undefined ? undefined : tools.path(file);
  return hashPassword(await readPassword(path, name));
}

function addUsers(program: Command, tools: CliTools): void {
  const user = program.command('user').description('add, change and remove users');
  const passwordFile = '--password-file <file>';
  const passwordHelp = 'file whose first line is the password; asked for otherwise';

  user
    .command('add <name>')
    .description('add a user')
    .addOption(new Option('--tier <tier>', 'requests an hour').choices(TIERS).default('free'))
    .addOption(
      new Option('--scopes <scope...>', 'what the user may do')
        .choices(SCOPES)
        .default([...DEFAULT_SCOPES], DEFAULT_SCOPES.join(', ')),
    )
    .option(passwordFile, passwordHelp)
    .action(async (name: string, options: { tier: string; scopes: string[]; passwordFile?: string }) => {
      const { tier, scopes } = options;
      const hash = await passwordHash(tools, options.passwordFile, name);
      await tools.perform('user.add', { name, passwordHash: hash, tier, scopes });
      tools.print(`added ${name}, tier ${tier}`);
    });

  user
    .command('list')
    .description('list the users')
    .action(async () => {
      type Row = { name: string; tier: string; scopes: string[]; disabled: boolean };
      for (const row of await tools.perform<Row[]>('user.list', {})) {
        tools.print(
          [row.name, row.tier, row.scopes.join(','), row.disabled ? 'disabled' : ''].join('\t').trimEnd(),
        );
      }
    });

  for (const [word, disabled, told] of [
    ['disable', true, 'tokens are invalid from now on'],
    ['enable', false, 'new tokens can be had'],
  ] as const) {
    user
      .command(`${word} <name>`)
      .description(told)
      .action(async (name: string) => {
        await tools.perform('user.set-disabled', { name, disabled });
        tools.print(`${word}d ${name}: ${told}`);
      });
  }

  user
    .command('set-tier <name> <tier>')
    .description('requests an hour, from the next one on')
    .action(async (name: string, text: string) => {
      await tools.perform('user.set-tier', { name, tier: text });
      tools.print(`${name}: tier ${text}`);
    });

  user
    .command('set-scopes <name> <scopes...>')
    .description('what the user may do')
    .action(async (name: string, names: string[]) => {
      await tools.perform('user.set-scopes', { name, scopes: names });
      tools.print(`${name}: ${names.join(', ')}`);
    });

  user
    .command('set <name> <setting> <value>')
    .description('prior, threshold.email, threshold.sms, threshold.phone (shares), feedback.store (on, off)')
    .action(async (name: string, key: string, value: string) => {
      await tools.perform('user.set', { name, key, value });
      tools.print(`${name}: ${key} ${value}`);
    });

  user
    .command('set-prior <name> <share>')
    .description("share of fraud in the user's stream")
    .action(async (name: string, value: string) => {
      await tools.perform('user.set', { name, key: 'prior', value });
      tools.print(`${name}: prior ${value}`);
    });

  const password = user.command('set-password <name>').description('a new password; ends all sessions');
  password
    .option(passwordFile, passwordHelp)
    .action(async (name: string, options: { passwordFile?: string }) => {
      const hash = await passwordHash(tools, options.passwordFile, name);
      await tools.perform('user.set-password', { name, passwordHash: hash });
      tools.print(`${name}: new password`);
    });

  user
    .command('link-account <name> <account>')
    .description('whose figures the chat may tell')
    .option('--remove', 'end the link', false)
    .action(async (name: string, account: string, { remove }: { remove: boolean }) => {
      const accounts = await tools.perform<string[]>('user.link-account', { name, account, remove });
      tools.print(`${name}: ${accounts.join(', ')}`);
    });

  user
    .command('erase-checks <name>')
    .description("delete the user's stored results")
    .action(async (name: string) => {
      const count = await tools.perform<number>('user.erase-checks', { name });
      tools.print(`${count} results deleted`);
    });

  program
    .command('export-feedback <name>')
    .description('print the messages that a user labelled and had stored, a JSON object each line')
    .action(async (name: string) => {
      for (const row of await tools.perform<object[]>('user.export-feedback', { name }))
        tools.print(JSON.stringify(row));
    });

  user
    .command('remove <name>')
    .description('delete the user with everything of the user')
    .action(async (name: string) => {
      await tools.perform('user.remove', { name });
      tools.print(`removed ${name}`);
    });
}

function addKeys(program: Command, tools: CliTools): void {
  const keys = program.command('keys').description('rotate keys');
  const rotate = keys
    .command('rotate')
    .description('a new master key of the vault, or with --tokens a new key that signs bearer tokens')
    .option('--tokens', 'the signing key; tokens of the one before stay valid', false)
    .option('--drop-old', 'with --tokens: tokens of the key before are invalid at once', false);
  rotate.action(async ({ tokens, dropOld }: { tokens: boolean; dropOld: boolean }) => {
    if (dropOld && !tokens) throw new ExitError(2, '--drop-old needs --tokens');
    const action = tokens ? 'keys.rotate-tokens' : 'keys.rotate-master';
    const id = await tools.perform<string>(action, { dropOld });
    if (!tokens) await tools.perform('jobs.finish', {});
    tools.print(tokens ? `signing key ${id}` : `master key ${id}; every record is under it`);
  });
  keys
    .command('rewrap')
    .description('bring every record under the current master key')
    .action(async () => {
      await tools.perform('keys.rewrap', {});
      await tools.perform('jobs.finish', {});
      tools.print('every record is under the current master key');
    });
}

function addVault(program: Command, tools: CliTools): void {
  const command = program
    .command('detokenize <token>')
    .description('print what a vault token stands for; who, when and why is written to the audit')
    .requiredOption('--reason <text>', 'why, for the audit');
  command.action(async (token: string, { reason }: { reason: string }) => {
    if (reason.trim() === '') throw new ExitError(2, 'the reason is empty');
    const operator = userInfo().username;
    tools.print(await tools.perform<string>('vault.detokenize', { token, reason, operator }));
  });
}

function addBrands(program: Command, tools: CliTools): void {
  program
    .command('brands')
    .description('names that fraud imitates')
    .command('check')
    .description('list the rows of brands/*.tsv whose last check is too old')
    .option('--days <days>', 'age of a check that is too old', '365')
    .action(async ({ days }: { days: string }) => {
      if (!/^\d{1,5}$/.test(days)) throw new ExitError(2, '--days must be a whole number');
      const { readBrandRows, staleRows } = await import('../text/brand-rows.js');
      const stale = staleRows(Date.now(), Number(days));
      for (const { name, kind, source, date } of stale) tools.print([name, kind, date, source].join('\t'));
      tools.print(`${stale.length} of ${readBrandRows().length} rows are older than ${days} days`);
    });
}

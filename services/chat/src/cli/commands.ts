import { writeFile } from 'node:fs/promises';
import { type CliTools, ExitError, readPassword } from '@services/kit/cli';
import { hashPassword } from '@services/kit/passwords';
import type { Command } from 'commander';
import { ROLE } from '../users/account.js';
import { addTour } from './tour.js';

const ROLE_NAMES = Object.keys(ROLE);

interface Listed {
  id: number;
  email: string;
  full_name: string;
  role: string;
  is_active: boolean;
  is_bot: boolean;
}

const passwordOption = ['--password-file <file>', 'file whose first line is the password'] as const;
/**
 * The running server returns the minimum length of a password, because its configuration may differ from the
 * command's.
 */
async function passwordFrom(tools: CliTools, file: string | undefined, whose: string): Promise<string> {
  const minLength = await tools.perform<number>('user.min-password-length', {});
  return readPassword(file === undefined ? undefined : tools.path(file), whose, minLength);
}

/** Adds `user …`, `export`, `import` and `tour`. */
export function addCommands(program: Command, tools: CliTools): void {
  const user = program.command('user').description('list and change accounts');
  addListing(user, tools);
  addPasswords(user, tools);
  addRights(user, tools);
  addZuliprc(user, tools);
  addMoving(program, tools);
  addTour(program, tools);
}

function addListing(user: Command, tools: CliTools): void {
  user
    .command('list')
    .description('all accounts')
    .option('--json', 'as JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const found = await tools.perform<Listed[]>('user.list', {});
      if (json === true) return tools.print(JSON.stringify(found, null, 2));
      for (const { id, email, full_name, role, is_active } of found)
        tools.print(
          `${String(id).padStart(5)}  ${role.padEnd(13)}  ${email}  ${full_name}${is_active ? '' : '  (deactivated)'}`,
        );
    });
}

function addPasswords(user: Command, tools: CliTools): void {
  user
    .command('add <email>')
    .description('make an account')
    .requiredOption('--name <full name>')
    .option('--role <role>', ROLE_NAMES.join(', '), 'member')
    .option(...passwordOption)
    .action(async (email: string, options: { name: string; role: string; passwordFile?: string }) => {
      const password = await passwordFrom(tools, options.passwordFile, email);
      const { name, role } = options;
      const id = await tools.perform<number>('user.add', { email, name, role, password });
      tools.print(`The account ${email} has the id ${id}.`);
    });
  const set = user
    .command('set-password <email>')
    .description('set a new password; keys and sessions of the account end')
    .option(...passwordOption);
  set.action(async (email: string, { passwordFile }: { passwordFile?: string }) => {
    const passwordHash = await hashPassword(await passwordFrom(tools, passwordFile, email));
    await tools.perform('user.set-password', { email, passwordHash });
  });
  user
    .command('invite-all')
    .description('send a link to everyone without a password, as after an import')
    .action(async () => {
      const count = await tools.perform<number>('user.invite-all', {});
      tools.print(`Sent ${count} mails. Their links work for 10 days.`);
    });
}

function addRights(user: Command, tools: CliTools): void {
  user
    .command('set-role <email> <role>')
    .description(`one of ${ROLE_NAMES.join(', ')}`)
    .action(async (email: string, name: string) => {
      await tools.perform('user.set-role', { email, role: name });
    });
  user
    .command('grant <permission> <email>')
    .description('give the permission can_change_user_emails')
    .option('--revoke', 'take it away')
    .action(async (permission: string, email: string, { revoke = false }: { revoke?: boolean }) => {
      await tools.perform('user.grant', { permission, email, revoke });
    });
  for (const [name, active, description] of [
    ['deactivate', false, 'end keys, sessions and queues of an account'],
    ['reactivate', true, 'let a deactivated account in again'],
  ] as const) {
    user
      .command(`${name} <email>`)
      .description(description)
      .action(async (email: string) => {
        await tools.perform('user.set-active', { email, active });
      });
  }
}

function addZuliprc(user: Command, tools: CliTools): void {
  const command = user
    .command('zuliprc <email>')
    .description('make an API key and write the file that clients read')
    .option('-o, --output <file>', 'instead of standard output; readable by you alone');
  command.action(async (email: string, { output }: { output?: string }) => {
    const text = await tools.perform<string>('user.zuliprc', { email });
    if (output === undefined) return tools.print(text.trimEnd());
    // An existing file is never overwritten, because it may contain the key of another account.
    await writeFile(tools.path(output), text, { mode: 0o600, flag: 'wx' }).catch((error: Error) => {
      throw new ExitError(3, error.message);
    });
  });
}

function addMoving(program: Command, tools: CliTools): void {
  program
    .command('export <file>')
    .description('write the organization into a new .tar.gz file, without passwords, keys and tokens')
    .action(async (file: string) => {
      const path = tools.path(file);
      const { bytes } = await tools.perform<{ bytes: number }>('organization.export', { file: path });
      tools.print(`Wrote ${path} (${Math.ceil(bytes / 1024)} KiB).`);
    });
  program
    .command('import <file> [dir]')
    .description('fill a fresh data directory from an archive that export wrote, or from an export of Zulip')
    .action(async (file: string) => {
      const args = { file: tools.path(file) };
      for (const line of await tools.perform<string[]>('organization.import', args, { migrates: true }))
        tools.print(line);
      tools.print(`Next: ${tools.commandLine('serve', tools.dataDir())}`);
    });
}

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
async function passwordFrom(
  tools: CliTools,
  command: Command,
  file: string | undefined,
  whose: string,
): Promise<string> {
  const minLength = await tools.perform<number>(command, 'user.min-password-length', {});
  return readPassword(file === undefined ? undefined : tools.path(file), whose, minLength);
}

/** Adds `user …`, `demo` and `tour`. */
export function addCommands(program: Command, tools: CliTools): void {
  const user = program.command('user').description('list and change accounts');
  addListing(user, tools);
  addPasswords(user, tools);
  addRights(user, tools);
  addZuliprc(user, tools);
  addDemo(program, tools);
  addMoving(program, tools);
  addTour(program, tools);
}

function addListing(user: Command, tools: CliTools): void {
  const list = user.command('list').description('all accounts').option('--json', 'as JSON');
  list.action(async ({ json }: { json?: boolean }) => {
    const found = await tools.perform<Listed[]>(list, 'user.list', {});
    if (json === true) return tools.print(JSON.stringify(found, null, 2));
    for (const { id, email, full_name, role, is_active } of found)
      tools.print(
        `${String(id).padStart(5)}  ${role.padEnd(13)}  ${email}  ${full_name}${is_active ? '' : '  (deactivated)'}`,
      );
  });
}

function addPasswords(user: Command, tools: CliTools): void {
  const add = user
    .command('add <email>')
    .description('make an account')
    .requiredOption('--name <full name>')
    .option('--role <role>', ROLE_NAMES.join(', '), 'member')
    .option(...passwordOption);
  add.action(async (email: string, options: { name: string; role: string; passwordFile?: string }) => {
    const password = await passwordFrom(tools, add, options.passwordFile, email);
    const { name, role } = options;
    const id = await tools.perform<number>(add, 'user.add', { email, name, role, password });
    tools.print(`The account ${email} has the id ${id}.`);
  });
  const set = user
    .command('set-password <email>')
    .description('set a new password; keys and sessions of the account end')
    .option(...passwordOption);
  set.action(async (email: string, { passwordFile }: { passwordFile?: string }) => {
    const passwordHash = await hashPassword(await passwordFrom(tools, set, passwordFile, email));
    await tools.perform(set, 'user.set-password', { email, passwordHash });
  });
  const invite = user
    .command('invite-all')
    .description('send a link to everyone without a password, as after an import');
  invite.action(async () => {
    const count = await tools.perform<number>(invite, 'user.invite-all', {});
    tools.print(`Sent ${count} mails. Their links work for 10 days.`);
  });
}

function addRights(user: Command, tools: CliTools): void {
  const role = user.command('set-role <email> <role>').description(`one of ${ROLE_NAMES.join(', ')}`);
  role.action(async (email: string, name: string) => {
    await tools.perform(role, 'user.set-role', { email, role: name });
  });
  const grant = user
    .command('grant <permission> <email>')
    .description('give the permission can_change_user_emails')
    .option('--revoke', 'take it away');
  grant.action(async (permission: string, email: string, { revoke = false }: { revoke?: boolean }) => {
    await tools.perform(grant, 'user.grant', { permission, email, revoke });
  });
  for (const [name, active, description] of [
    ['deactivate', false, 'end keys, sessions and queues of an account'],
    ['reactivate', true, 'let a deactivated account in again'],
  ] as const) {
    const command = user.command(`${name} <email>`).description(description);
    command.action(async (email: string) => {
      await tools.perform(command, 'user.set-active', { email, active });
    });
  }
}

function addZuliprc(user: Command, tools: CliTools): void {
  const command = user
    .command('zuliprc <email>')
    .description('make an API key and write the file that clients read')
    .option('-o, --output <file>', 'instead of standard output; readable by you alone');
  command.action(async (email: string, { output }: { output?: string }) => {
    const text = await tools.perform<string>(command, 'user.zuliprc', { email });
    if (output === undefined) return tools.print(text.trimEnd());
    // An existing file is never overwritten, because it may contain the key of another account.
    await writeFile(tools.path(output), text, { mode: 0o600, flag: 'wx' }).catch((error: Error) => {
      throw new ExitError(3, error.message);
    });
  });
}

/** Adds `export` and `import`. */
function addMoving(program: Command, tools: CliTools): void {
  const out = program
    .command('export <file>')
    .description('write the organization into a new .tar.gz file, without passwords, keys and tokens');
  out.action(async (file: string) => {
    const path = tools.path(file);
    const { bytes } = await tools.perform<{ bytes: number }>(out, 'organization.export', { file: path });
    tools.print(`Wrote ${path} (${Math.ceil(bytes / 1024)} KiB).`);
  });
  const into = program
    .command('import <file> [dir]')
    .description('fill a fresh data directory from an archive that export wrote, or from an export of Zulip');
  into.action(async (file: string, dir: string | undefined) => {
    if (dir !== undefined) program.setOptionValue('dataDir', dir);
    const args = { file: tools.path(file) };
    for (const line of await tools.perform<string[]>(into, 'organization.import', args, { migrates: true }))
      tools.print(line);
    tools.print(`Next: ${tools.commandLine('serve', tools.dataDir(into))}`);
  });
}

function addDemo(program: Command, tools: CliTools): void {
  const demo = program
    .command('demo [dir]')
    .description('fill a fresh data directory with an organization, channels and two days of talk');
  demo.action(async (dir: string | undefined) => {
    if (dir !== undefined) program.setOptionValue('dataDir', dir);
    for (const line of await tools.perform<string[]>(demo, 'demo.fill', {}, { migrates: true }))
      tools.print(line);
    tools.print(`Next: ${tools.commandLine('serve', tools.dataDir(demo))}`);
  });
}

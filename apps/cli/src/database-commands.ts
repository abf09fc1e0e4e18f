import { roles, type Role } from '@leadbridge/contracts';
import { Option, type Command } from 'commander';

import { actionsIn, type CommandParts } from './command-parts.js';
import { issueKey, listKeys, revokeKey, rotateKey } from './commands/keys.js';
import { resealAll } from './commands/reseal.js';
import { inviteUser, resetUser } from './commands/users.js';
import { withKeys, withPeople, withSecrets } from './compose.js';
import type { KeyContext, PeopleContext, SecretContext } from './compose.js';
import { wholeNumber } from './read-options.js';

interface IssueKeyOptions {
  readonly name: string;
  readonly role: Role;
  readonly days?: number;
  readonly proposeOnly?: boolean;
}

/** The commands that work on the database itself: whoever can reach it needs no API key. */
export function addDatabaseCommands(program: Command, parts: CommandParts): void {
  addKeyCommands(program, parts);
  addUserCommand(program, parts);
  addSecretCommand(program, parts);
}

function addKeyCommands(program: Command, { loadConfig, terminal, done }: CommandParts): void {
  const run = actionsIn<KeyContext>(async (work) => withKeys(loadConfig(), terminal, work), done);
  const keys = program
    .command('keys')
    .description('manage API keys directly in the database; needs no API key');
  keys
    .command('issue')
    .description('create a key and print it')
    .requiredOption('--name <name>', 'what the key is for')
    .addOption(new Option('--role <role>').choices(roles).makeOptionMandatory())
    .option('--days <days>', 'how long it works, at most 90 days', wholeNumber(1, 90))
    .option('--propose-only', 'a key that reads and makes dry runs, and is refused for all other writes')
    .action(
      run(async (context, { days, ...asked }: IssueKeyOptions) =>
        issueKey(context, { ...asked, ...(days === undefined ? {} : { expiresInDays: days }) }),
      ),
    );
  keys.command('list').description('list the keys, newest first').action(run(listKeys));
  keys
    .command('rotate')
    .description('replace a key with a new one and print it')
    .argument('<key-id>')
    .action(run(rotateKey));
  keys.command('revoke').description('revoke a key at once').argument('<key-id>').action(run(revokeKey));
}

function addSecretCommand(program: Command, { loadConfig, terminal, done }: CommandParts): void {
  const run = actionsIn<SecretContext>(async (work) => withSecrets(loadConfig(), terminal, work), done);
  program
    .command('secrets')
    .description('secrets at rest, directly in the database')
    .command('reseal')
    .description('re-encrypt with ENCRYPTION_KEY what ENCRYPTION_PREVIOUS_KEYS encrypted')
    .action(run(resealAll));
}

function addUserCommand(program: Command, { loadConfig, terminal, done }: CommandParts): void {
  const run = actionsIn<PeopleContext>(async (work) => withPeople(loadConfig(), terminal, work), done);
  const users = program.command('users').description('users, directly in the database; needs no API key');
  users
    .command('invite')
    .description('print a one-time link: for the first admin, or for the person who is named')
    .option('--email <email>')
    .option('--name <name>')
    .addOption(new Option('--role <role>').choices(roles))
    .action(run(inviteUser));
  users
    .command('reset')
    .description('help a user who can no longer sign in; their sessions end')
    .argument('<email>')
    .option('--password', 'set a new password and print it')
    .option('--second-factor', 'remove the second factor')
    .action(run(resetUser));
}

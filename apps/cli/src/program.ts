import {
  apiVersion,
  companyMatchStatuses,
  ifChangedChoices,
  jobStatuses,
  jobTypes,
  suppressionStatuses,
} from '@leadbridge/contracts';
import { FINDING_KINDS, REMEDIES, type Remedy } from '@leadbridge/domain';
import { Argument, Command, Option } from 'commander';

import { checkPsa } from './commands/check-psa.js';
import { decideCompanyMatch, listCompanyMatches } from './commands/company-matches.js';
import { erase } from './commands/erase.js';
import { reconcile, resolveFindings, showFindings } from './commands/reconcile.js';
import { rebuildMirror, showMirror } from './commands/mirror.js';
import { importFile } from './commands/import-file.js';
import { importHelp } from './commands/import-help.js';
import { exportOptOuts, importOptOuts } from './commands/opt-outs.js';
import { preparePsa } from './commands/prepare-psa.js';
import { serveMcp } from './commands/mcp.js';
import { cancelJob, commitJob, listJobs, retryJob, showResults, undoJob } from './commands/jobs.js';
import { watchJob } from './commands/watch-job.js';
import type { PsaContext } from './commands/psa-context.js';
import { actionsIn, type CommandParts, type RunWithService } from './command-parts.js';
import { withPsa, withService, type ServiceContext } from './compose.js';
import { cliVariables } from './config.js';
import { addDatabaseCommands } from './database-commands.js';
import { encoding, mapping, separator, wholeNumber } from './read-options.js';
import { addWebhookCommands } from './webhook-commands.js';

export function createProgram(parts: CommandParts): Command {
  const program = new Command('leadbridge')
    .description('Commands for operators of Leadbridge.')
    .version(apiVersion, '-v, --version', 'print the version')
    .addHelpText('after', environmentHelp())
    .exitOverride();
  const { loadConfig, terminal, done } = parts;
  const run = actionsIn<ServiceContext>(async (work) => withService(loadConfig(), terminal, work), done);
  addDatabaseCommands(program, parts);
  addPsaCommand(program, parts);
  addImportCommand(program, run);
  addJobCommands(program, run);
  addWebhookCommands(program, run);
  addEraseCommand(program, run);
  addMirrorCommands(program, run);
  addReconcileCommands(program, run);
  addOptOutCommand(program, run);
  addCompanyMatchCommands(program, run);
  addMcpCommand(program, parts);
  return program;
}

function addPsaCommand(program: Command, { loadPsaConfig, terminal, done }: CommandParts): void {
  const run = actionsIn<PsaContext>(async (work) => withPsa(loadPsaConfig(), terminal, work), done);
  const psa = program.command('psa').description("the PSA, with the worker's own settings");
  psa
    .command('check')
    .description('check that the PSA has everything that jobs need; list what is missing or ambiguous')
    .option('--json', 'as one line of JSON')
    .option('--write', 'also write a throw-away ticket, read it, and delete it')
    .action(run(checkPsa));
  psa
    .command('prepare')
    .description('create what jobs need in the PSA, as far as its API allows; list what is left')
    .option('--dry-run', 'list what would be created')
    .option('--write', 'create it')
    .action(run(preparePsa));
}

function addImportCommand(program: Command, run: RunWithService): void {
  program
    .command('import')
    .description('import the leads of a .csv, .json, .ndjson or .jsonl file')
    .argument('<file>')
    .option(
      '--source <source>',
      'where the leads come from: a configured source, which says how they are read (default: what a JSON file says, else "csv")',
    )
    .option('--batch-size <leads>', 'leads of one batch', wholeNumber(1, 500))
    .option('--rate-limit <leads>', 'leads a minute', wholeNumber(1, 1_000_000))
    .option('--failures <file>', 'write the rows that failed to this file, to correct and import them')
    .option('--encoding <encoding>', 'of a CSV file without a byte order mark; guessed by default', encoding)
    .option('--separator <sign>', 'the separator of a CSV file; detected if omitted', separator)
    .option('--map <column=field>', 'map a column to a field; may be given several times', mapping)
    .option('--mapping <name>', 'read the columns by a mapping that was kept in the console or by the API')
    .option('--strict', 'refuse columns and keys that name no field')
    .option('--again', 'import a file again that was imported within the last day')
    .option('--dry-run', 'write nothing, and show what would be written')
    .option('--json', 'with --dry-run: each row as a line of JSON')
    .addHelpText('after', importHelp())
    .action(run(importFile));
}

const clientId = wholeNumber(1, 2_147_483_647);

function addJobCommands(program: Command, run: RunWithService): void {
  const jobs = program.command('job').description('list and cancel jobs, retry failed rows, undo imports');
  addJobQueries(jobs, run);
  addJobChanges(jobs, run);
}

function addJobQueries(jobs: Command, run: RunWithService): void {
  jobs
    .command('list')
    .description('list the newest jobs')
    .addOption(new Option('--type <type>').choices(jobTypes))
    .addOption(new Option('--status <status>').choices(jobStatuses))
    .option('--limit <jobs>', 'how many', wholeNumber(1, 500), 20)
    .action(run(listJobs));
  jobs
    .command('results')
    .description('print the rows of a bulk import or an undo as CSV')
    .argument('<job-id>')
    .addOption(new Option('--status <status>').choices(['succeeded', 'failed']))
    .option('--output <file>', 'write them to this file')
    .action(run(showResults));
  jobs
    .command('watch')
    .description('show the progress of a job until it is finished')
    .argument('<job-id>')
    .action(run(watchJob));
}

function addJobChanges(jobs: Command, run: RunWithService): void {
  jobs
    .command('cancel')
    .description('cancel a bulk import or an undo after the current batch')
    .argument('<job-id>')
    .action(run(cancelJob));
  jobs
    .command('retry')
    .description('retry the failed rows of a bulk import, as a new job')
    .argument('<job-id>')
    .action(run(retryJob));
  jobs
    .command('commit')
    .description('commit a dry run, as a new job')
    .argument('<job-id>')
    .addOption(
      new Option(
        '--if-changed <choice>',
        'what to do with a row that would now be imported differently',
      ).choices(ifChangedChoices),
    )
    .action(run(commitJob));
  jobs
    .command('undo')
    .description('undo a single or a bulk import; manual changes since then are kept')
    .argument('<job-id>')
    .option('--dry-run', 'show what would happen and write nothing')
    .action(run(undoJob));
}

function addReconcileCommands(program: Command, run: RunWithService): void {
  const command = program
    .command('reconcile')
    .description('compare the PSA with the records and show the findings')
    .action(run(reconcile));
  command
    .command('findings <reconciliation>')
    .description('what a reconciliation has found, as CSV')
    .addOption(new Option('--kind <kind>', 'of this kind alone').choices(FINDING_KINDS))
    .action(run(showFindings));
  command
    .command('resolve')
    .description('take a remedy of a finding, or of all findings of a kind')
    .argument('<reconciliation>')
    .argument('<finding>', 'the id of a finding, or a kind')
    .addArgument(new Argument('<remedy>').choices(REMEDIES))
    .option('--client <id>', 'with alias: the client that later imports use (default: the oldest)', clientId)
    .action(
      run(async (context, id: string, finding: string, remedy: Remedy, { client }: { client?: number }) => {
        const kind = FINDING_KINDS.find((each) => each === finding);
        const target = kind === undefined ? { findingId: finding, clientId: client } : { kind };
        return await resolveFindings(context, id, target, remedy);
      }),
    );
}

function addMirrorCommands(program: Command, run: RunWithService): void {
  const mirror = program.command('mirror').description('the copy of the PSA that bulk imports use');
  mirror.command('status').description('show its progress').action(run(showMirror));
  mirror
    .command('rebuild')
    .description('drop it, read the PSA again, and wait until it is complete')
    .action(run(rebuildMirror));
}

function addOptOutCommand(program: Command, run: RunWithService): void {
  const optOuts = program
    .command('opt-outs')
    .description('people and domains that must not be contacted (suppressions)');
  optOuts
    .command('export')
    .description('print all suppressions as CSV')
    .addOption(
      new Option('--status <status>', 'whether the provider was notified').choices(suppressionStatuses),
    )
    .option('--provider <provider>', 'a source, by its name, alias or label')
    .option('--output <file>', 'write it to this file')
    .action(run(exportOptOuts));
  optOuts
    .command('import')
    .description('add the people and domains of a .csv, .json, .ndjson or .jsonl file')
    .argument('<file>')
    .option('--encoding <encoding>', 'of a CSV file without a byte order mark; guessed by default', encoding)
    .option('--separator <sign>', 'the separator of a CSV file; detected if omitted', separator)
    .option('--dry-run', 'write nothing, and show what would be written')
    .action(run(importOptOuts));
}

function addCompanyMatchCommands(program: Command, run: RunWithService): void {
  const matches = program
    .command('company-matches')
    .description('companies whose client neither their name nor their domain decides on');
  matches
    .command('list')
    .description('list the newest, with the clients that they may be')
    .addOption(new Option('--status <status>').choices(companyMatchStatuses))
    .option('--limit <entries>', 'how many', wholeNumber(1, 500), 50)
    .action(run(listCompanyMatches));
  matches
    .command('decide')
    .description('decide which client later imports of the company use')
    .argument('<match-id>')
    .option('--client <id>', 'this client of the PSA', clientId)
    .option('--separate', 'none of the candidates: the name alone decides')
    .action(run(decideCompanyMatch));
}

function addMcpCommand(program: Command, { loadConfig, terminal, done }: CommandParts): void {
  program
    .command('mcp')
    .description('serve tools for an assistant (Model Context Protocol) over the standard streams')
    .action(async () => {
      done(await serveMcp(loadConfig(), terminal));
    });
}

function addEraseCommand(program: Command, run: RunWithService): void {
  program
    .command('erase')
    .description('erase a person permanently, and list what the PSA still holds')
    .option('--email <email>', 'the person with this address')
    .option('--phone <phone>', 'the person whose own number this is')
    .option('--lead-id <id>', 'the person of this lead', wholeNumber(1, 999_999_999))
    .option('--dry-run', 'list what would be erased, and erase nothing')
    .option('--yes', 'without asking')
    .action(run(erase));
}

function environmentHelp(): string {
  const lines = Object.values(cliVariables).map(
    ({ name, description }) => `  ${name.padEnd(26)} ${description}`,
  );
  return `\nEnvironment:\n${lines.join('\n')}\n\nEnds with 0, with 1 where something failed, and with 2 where the command, its settings or the file was not understood and nothing was done.`;
}

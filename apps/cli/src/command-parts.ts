import type { ServiceContext } from './compose.js';
import type { CliConfig, PsaCommandConfig } from './config.js';
import type { Terminal } from './terminal.js';

export interface CommandParts {
  readonly loadConfig: () => CliConfig;
  readonly loadPsaConfig: () => PsaCommandConfig;
  readonly terminal: Terminal;
  /** Called with whether the command has done everything. */
  readonly done: (succeeded: boolean) => void;
}

/** Makes the actions of commands that work in a context, which is opened before each and closed after it. */
export function actionsIn<Context>(
  open: (work: (context: Context) => Promise<boolean>) => Promise<boolean>,
  done: CommandParts['done'],
) {
  return <Args extends unknown[]>(command: (context: Context, ...args: Args) => Promise<boolean>) =>
    async (...args: Args): Promise<void> => {
      done(await open(async (context) => command(context, ...args)));
    };
}

export type RunWithService = ReturnType<typeof actionsIn<ServiceContext>>;

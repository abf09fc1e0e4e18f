import type { ServiceContext } from './compose.js';
import type { CliConfig, PsaCommandConfig } from './config.js';
import type { Terminal } from './terminal.js';

/** The dependencies of every command. */
export interface CommandParts {
  readonly loadConfig: () => CliConfig;
  readonly loadPsaConfig: () => PsaCommandConfig;
  readonly terminal: Terminal;
  /** Called with whether the command has done everything. */
  readonly done: (succeeded: boolean) => void;
}

/** Runs a command that calls the service, to its end. */
export type RunWithService = (work: (context: ServiceContext) => Promise<boolean>) => Promise<void>;

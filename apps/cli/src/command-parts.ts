import type { CliConfig, PsaCommandConfig } from './config.js';
import type { Terminal } from './terminal.js';

/** What every command is made of. */
export interface CommandParts {
  readonly loadConfig: () => CliConfig;
  readonly loadPsaConfig: () => PsaCommandConfig;
  readonly terminal: Terminal;
  /** Told whether everything that the command was to do was done. */
  readonly done: (succeeded: boolean) => void;
}

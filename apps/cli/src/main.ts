#!/usr/bin/env node
import { AppError, ConfigError } from '@leadbridge/platform';
import { CommanderError } from 'commander';

import { CommandError } from './command-error.js';
import { loadCliConfig, loadPsaConfig } from './config.js';
import { createProgram } from './program.js';
import { createTerminal } from './terminal.js';

const notUnderstood = 2;
/** That of a command whose reader has gone (`| head`), as if SIGPIPE had ended it. */
const closedPipe = 141;

for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') {
      throw error;
    }
    process.exit(closedPipe);
  });
}

const terminal = createTerminal(process);
const program = createProgram({
  terminal,
  loadConfig: loadCliConfig,
  loadPsaConfig,
  done: (succeeded) => {
    process.exitCode = succeeded ? 0 : 1;
  },
});

try {
  await program.parseAsync(process.argv);
} catch (error) {
  if (error instanceof CommanderError) {
    // Its message has been printed already.
    process.exitCode = error.exitCode === 0 ? 0 : notUnderstood;
  } else if (error instanceof CommandError || error instanceof ConfigError || error instanceof AppError) {
    terminal.note(error.message);
    // Invalid settings are wrong use, like invalid options.
    const otherwise = error instanceof ConfigError ? notUnderstood : 1;
    process.exitCode = error instanceof CommandError ? error.exitCode : otherwise;
  } else {
    throw error;
  }
}

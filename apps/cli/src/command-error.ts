/** What the person at the terminal is told, in place of a stack. */
export class CommandError extends Error {
  override readonly name: string = 'CommandError';
  readonly exitCode: number = 1;
}

/** The command, its settings or the file that it is given cannot be right: nothing has been done. */
export class UsageError extends CommandError {
  override readonly name = 'UsageError';
  override readonly exitCode = 2;
}

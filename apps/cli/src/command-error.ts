/** What the person at the terminal is told, in place of a stack. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** A job that this release cannot read, by its type or by its input: it is left to a worker of the release that has stored it. */
export class ForeignJobError extends Error {
  override readonly name = 'ForeignJobError';
}

/** A job whose type or input this release cannot read: it is left to a worker of the release that stored it. */
export class ForeignJobError extends Error {
  override readonly name = 'ForeignJobError';
}

/** Somebody else is at work on the same record. Not a failure: the work is to be continued a little later. */
export class RecordBusyError extends Error {
  override readonly name = 'RecordBusyError';
}

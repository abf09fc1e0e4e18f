/** The PSA refuses what was sent. `field` is what a PSA keys its validation errors by, where one is to blame. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly field: string;

  constructor(message: string, options: { status?: number; field?: string } = {}) {
    super(message);
    this.status = options.status ?? 400;
    this.field = options.field ?? 'request';
  }
}

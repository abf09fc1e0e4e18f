/** The PSA refuses what was sent. `field` is the key of a validation error, if one field caused it. */
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

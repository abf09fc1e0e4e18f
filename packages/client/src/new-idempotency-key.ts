/** A key for `Idempotency-Key`: the same for every repetition of one intention. `crypto.randomUUID` is for pages over https alone. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const duplicateKey = 11_000;

/** Whether a write failed since a unique index has that value already. */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === duplicateKey;
}

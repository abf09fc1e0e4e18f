/** The seed of what test PSAs leave to chance: the same in every run, unless `PSA_SEED` names another. */
export function psaSeed(): number {
  return Number(process.env['PSA_SEED'] ?? 1);
}

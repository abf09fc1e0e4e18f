import type { PsaContext } from './psa-context.js';

/**
 * Prints one line for each thing that was tried and holds, and for each that the PSA lacks or has twice, errors first.
 *
 * @returns whether jobs may run
 */
export async function checkPsa(
  { terminal, check }: Pick<PsaContext, 'terminal' | 'check'>,
  { json = false, write = false }: { readonly json?: boolean; readonly write?: boolean },
): Promise<boolean> {
  const found = await check({ write });
  const checked = found.filter(({ level }) => level === 'ok');
  const problems = found.filter(({ level }) => level !== 'ok');
  const errors = problems.filter(({ level }) => level === 'error');
  const ready = errors.length === 0;
  if (json) {
    terminal.result(JSON.stringify({ ready, problems, checked: checked.map(({ message }) => message) }));
    return ready;
  }
  const others = problems.filter(({ level }) => level !== 'error');
  for (const { level, message } of [...checked, ...errors, ...others]) {
    terminal.result(`${level}: ${message}`);
  }
  terminal.result(
    ready
      ? `The PSA has what jobs need (${others.length} warnings)`
      : `The PSA lacks what jobs need: they wait (${errors.length} errors, ${others.length} warnings)`,
  );
  return ready;
}

import { summarizePsaCheck } from '@leadbridge/usecases';

import type { PsaContext } from './psa-context.js';

/**
 * Prints one line for each check that passed, and for each name that the PSA lacks or has twice, errors first.
 *
 * @returns whether jobs may run
 */
export async function checkPsa(
  { terminal, check }: Pick<PsaContext, 'terminal' | 'check'>,
  { json = false, write = false }: { readonly json?: boolean; readonly write?: boolean },
): Promise<boolean> {
  const summary = summarizePsaCheck(await check({ write }));
  const { ready, problems, checked } = summary;
  if (json) {
    terminal.result(JSON.stringify(summary));
    return ready;
  }
  for (const message of checked) {
    terminal.result(`ok: ${message}`);
  }
  for (const { level, message } of problems) {
    terminal.result(`${level}: ${message}`);
  }
  const warnings = problems.filter(({ level }) => level === 'warning').length;
  terminal.result(
    ready
      ? `The PSA has what jobs need (${warnings} warnings)`
      : `The PSA lacks what jobs need: they wait (${problems.length - warnings} errors, ${warnings} warnings)`,
  );
  return ready;
}

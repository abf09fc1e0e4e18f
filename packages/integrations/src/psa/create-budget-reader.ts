import { PsaBudget } from './budget.js';
import type { PsaBudgetStatus } from './budget-status.js';
import type { PsaBudgetSettings } from './budget-settings.js';

export interface PsaBudgetReader {
  /** Throws `PsaUnavailableError` if Redis is unavailable. */
  status(): Promise<PsaBudgetStatus>;
  close(): void;
}

/** For a process that makes no calls itself, and needs no PSA credentials. */
export function createPsaBudgetReader(
  settings: Omit<PsaBudgetSettings, 'callMilliseconds' | 'callers'>,
): PsaBudgetReader {
  return new PsaBudget({ ...settings, callMilliseconds: 0, callers: null });
}

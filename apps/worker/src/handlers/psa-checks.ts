import type { JobHandler } from '@leadbridge/queue';
import { checkPsa, runOnce, type PsaCheckDependencies, type RunOnceDependencies } from '@leadbridge/usecases';

export type PsaCheckHandlerDependencies = RunOnceDependencies & PsaCheckDependencies;

export function psaCheckHandler(deps: PsaCheckHandlerDependencies): JobHandler {
  return async (run) => runOnce(deps, run, { psa_check: async () => checkPsa(deps) });
}

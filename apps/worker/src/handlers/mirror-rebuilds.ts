import type { JobHandler } from '@leadbridge/queue';
import {
  rebuildMirror,
  runOnce,
  type RebuildDependencies,
  type RunOnceDependencies,
} from '@leadbridge/usecases';

export type MirrorRebuildHandlerDependencies = RunOnceDependencies & RebuildDependencies;

export function mirrorRebuildHandler(deps: MirrorRebuildHandlerDependencies): JobHandler {
  return async (run) => runOnce(deps, run, { mirror_rebuild: async (job) => rebuildMirror(deps, job) });
}

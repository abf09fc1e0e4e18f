import type { SimulatorContext } from '../simulator-context.js';
import type { HaloDialect } from './halo-dialect.js';

/** A simulator that speaks the second dialect. */
export interface HaloContext extends SimulatorContext {
  readonly halo: HaloDialect;
}

export function speaksHalo(context: SimulatorContext): context is HaloContext {
  return context.halo !== null;
}

import type { PsaState } from '../state/psa-state.js';
import type { PsaSetup } from '../state/psa-setup.js';
import type { HaloCounters } from './halo-counters.js';
import { defaultQuirks, type HaloQuirks } from '../switches.js';
import { HaloTenant } from './tenant.js';

/** The second dialect of one simulator: its switches, what its tenant has, and what is counted of it. */
export class HaloDialect {
  readonly tenant: HaloTenant;
  readonly counters: HaloCounters = { foreignPages: 0, foreignRows: 0 };
  readonly #initial: Partial<HaloQuirks>;
  #quirks: HaloQuirks;

  constructor(state: PsaState, setup: PsaSetup, quirks: Partial<HaloQuirks> = {}) {
    this.#initial = quirks;
    this.#quirks = { ...defaultQuirks, ...quirks };
    this.tenant = new HaloTenant(state, setup, () => this.#quirks);
  }

  get quirks(): HaloQuirks {
    return this.#quirks;
  }

  setQuirks(changes: Partial<HaloQuirks>): void {
    this.#quirks = { ...this.#quirks, ...changes };
  }

  /** Restores the initial switches and tenant. */
  reset(): void {
    this.#quirks = { ...defaultQuirks, ...this.#initial };
    this.tenant.reset();
    Object.assign(this.counters, { foreignPages: 0, foreignRows: 0 });
  }
}

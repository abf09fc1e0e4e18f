import { matchesPath } from '../match-path.js';
import type { FaultRule } from './fault-rule.js';
import type { StandingFaults } from './standing-faults.js';

export interface ActiveFault {
  readonly id: number;
  readonly rule: FaultRule;
  /** Requests that match the rule. */
  readonly matched: number;
  /** Requests to which it was applied. */
  readonly fired: number;
}

interface StruckRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly isArray: boolean;
  /** True if rules without a path do not match. */
  readonly onlyByPath: boolean;
}

/** The fault switches that are on, and the failures that this PSA has all the time. */
export class FaultBoard {
  /** Kept when faults are cleared. Does not apply to requests to which another fault applies. */
  standing: StandingFaults | null = null;
  readonly #random: () => number;
  #faults: { id: number; rule: FaultRule; matched: number; fired: number }[] = [];
  #lastId = 0;

  constructor(random: () => number) {
    this.#random = random;
  }

  set(rule: FaultRule): ActiveFault {
    const fault = { id: ++this.#lastId, rule, matched: 0, fired: 0 };
    this.#faults.push(fault);
    return fault;
  }

  /** Removes one fault, or all. True where there was one. */
  clear(id?: number): boolean {
    const before = this.#faults.length;
    this.#faults = id === undefined ? [] : this.#faults.filter((fault) => fault.id !== id);
    return this.#faults.length < before;
  }

  list(): readonly ActiveFault[] {
    return this.#faults.map((fault) => ({ ...fault }));
  }

  get isEmpty(): boolean {
    return this.#faults.length === 0 && this.standing === null;
  }

  /** The rules that apply to this request, counted as applied. */
  strike(request: StruckRequest): readonly FaultRule[] {
    const struck: FaultRule[] = [];
    for (const fault of this.#faults) {
      if (this.#fits(fault.rule, request)) {
        fault.matched += 1;
        if (this.#isDue(fault.rule, fault.matched, fault.fired)) {
          fault.fired += 1;
          struck.push(fault.rule);
        }
      }
    }
    return struck.length > 0 || request.onlyByPath ? struck : this.#standingFault(request);
  }

  #standingFault(request: StruckRequest): readonly FaultRule[] {
    const rule = this.standing?.strike(request);
    return rule === undefined ? [] : [rule];
  }

  #fits(rule: FaultRule, request: StruckRequest): boolean {
    const aboutArrays = rule.kind === 'arrays_refused' || rule.kind.startsWith('bulk_');
    return (
      (rule.method === undefined || rule.method.toUpperCase() === request.method) &&
      (rule.path === undefined ? !request.onlyByPath : matchesPath(rule.path, request.path)) &&
      (!aboutArrays || request.isArray)
    );
  }

  #isDue(rule: FaultRule, matched: number, fired: number): boolean {
    const times = rule.times ?? (rule.nth === undefined ? Infinity : 1);
    return (
      fired < times &&
      matched >= (rule.nth ?? 1) &&
      (rule.probability === undefined || this.#random() < rule.probability)
    );
  }
}

import { anyText, arrayOf, faultIn, numberFrom, trueOrFalse, wholeAboveZero, wholeFrom } from '../checks.js';
import type { Check } from '../checks.js';

export const faultKinds = [
  'latency',
  'rate_limit',
  'error',
  'html_502',
  'drop',
  'answer',
  'hang',
  'token_expiry',
  'arrays_refused',
  'ignore_fields',
  'bulk_partial',
  'bulk_shuffled',
  'bulk_short',
  'bulk_doubled',
] as const;

export type FaultKind = (typeof faultKinds)[number];

/** A fault, and the requests to which it applies: without limits, every request to the API and the token service. */
export interface FaultRule {
  readonly kind: FaultKind;
  /**
   * For latency, error, html_502, drop and hang: before the request is applied (the default), or after. A drop `during`
   * the response applies the request and sends half of the response. An html_502 is sent `early` by a gateway that does not wait for
   * the PSA, which applies the request `milliseconds` later.
   */
  readonly when?: 'early' | 'before' | 'during' | 'after';

  readonly method?: string;
  /** For example `/api/Tickets`, `/api/Lists/*` or `/suppression-list/provider_a`; `*` stands for anything. */
  readonly path?: string;
  /** How often it is applied in total. Without it: always, or once when `nth` is given. */
  readonly times?: number;
  /** The first matching request to which it applies, counted from 1. */
  readonly nth?: number;
  /** 0 to 1: the probability for a matching request. */
  readonly probability?: number;

  /** latency: how long. html_502 early: how long after it the request is applied. */
  readonly milliseconds?: number;
  /** error: the status, 500 by default. */
  readonly status?: number;
  /** error: its text, such as that of a deadlock in the database. */
  readonly message?: string;
  /** answer: sent in the place of the PSA's own, with its status. */
  readonly body?: unknown;
  /** rate_limit: sent as `Retry-After`; without it there is no such header. */
  readonly retry_after_seconds?: number;
  /** bulk_partial: the entries that fail and are not applied; without it every second. */
  readonly indexes?: readonly number[];
  /** bulk_short: how many entries the response lacks; half of them by default. */
  readonly missing?: number;
  /** bulk_short: false when the missing entries were not applied either. True by default. */
  readonly applied?: boolean;
  /** ignore_fields: fields of the body that are silently ignored. */
  readonly fields?: readonly string[];
}

const checks: { readonly [Name in keyof Required<FaultRule>]: Check } = {
  kind: {
    form: `one of ${faultKinds.join(', ')}`,
    fits: (value) => faultKinds.some((kind) => kind === value),
  },
  when: {
    form: 'early, before, during or after',
    fits: (value) => ['early', 'before', 'during', 'after'].includes(String(value)),
  },
  method: anyText,
  path: anyText,
  times: wholeAboveZero,
  nth: wholeAboveZero,
  probability: numberFrom('a number from 0 to 1', 0, 1),
  milliseconds: numberFrom('a number of milliseconds up to an hour', 0, 3_600_000),
  status: wholeFrom('a status from 400 to 599', 400, 599),
  message: anyText,
  body: { form: 'a value', fits: () => true },
  retry_after_seconds: wholeFrom('a number of seconds', 0),
  indexes: arrayOf(wholeFrom('indexes', 0)),
  missing: wholeAboveZero,
  applied: trueOrFalse,
  fields: arrayOf({ ...anyText, form: 'field names' }),
};

function isRule(
  value: Readonly<Record<string, unknown>>,
): value is Readonly<Record<string, unknown>> & FaultRule {
  return checks.kind.fits(value['kind']);
}

/** Reads a rule that arrived over HTTP; returns what is wrong with it as a text. */
export function readFaultRule(value: Readonly<Record<string, unknown>>): FaultRule | string {
  if (!isRule(value)) {
    return `kind must be ${checks.kind.form}`;
  }
  const fault = faultIn(value, checks, 'setting of a fault');
  if (fault !== null) {
    return fault;
  }
  if (value.kind === 'ignore_fields' && value.fields === undefined) {
    return 'fields must name what is ignored';
  }
  if ((value.kind === 'latency' || value.when === 'early') && value.milliseconds === undefined) {
    return 'milliseconds must say how long';
  }
  if (value.kind === 'answer' && (value.when !== 'after' || value.body === undefined)) {
    return 'the kind `answer` needs a body, and is sent after the request was applied';
  }
  if (value.when === 'during' && value.kind !== 'drop') {
    return 'only a drop happens during the response';
  }
  if (value.when === 'early' && value.kind !== 'html_502') {
    return 'only an html_502 is early';
  }
  return value;
}

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

function isNumber(value: unknown, minimum: number, maximum = Number.MAX_SAFE_INTEGER): boolean {
  return typeof value === 'number' && value >= minimum && value <= maximum;
}

function isWhole(value: unknown, minimum: number, maximum?: number): boolean {
  return Number.isSafeInteger(value) && isNumber(value, minimum, maximum);
}

type Check = readonly [expected: string, holds: (value: unknown) => boolean];

const text: Check = ['a text', (value) => typeof value === 'string'];

const checks: { readonly [Name in keyof Required<FaultRule>]: Check } = {
  kind: [`one of ${faultKinds.join(', ')}`, (value) => faultKinds.some((kind) => kind === value)],
  when: [
    'early, before, during or after',
    (value) => ['early', 'before', 'during', 'after'].includes(String(value)),
  ],
  method: text,
  path: text,
  times: ['a whole number above 0', (value) => isWhole(value, 1)],
  nth: ['a whole number above 0', (value) => isWhole(value, 1)],
  probability: ['a number from 0 to 1', (value) => isNumber(value, 0, 1)],
  milliseconds: ['a number of milliseconds up to an hour', (value) => isNumber(value, 0, 3_600_000)],
  status: ['a status from 400 to 599', (value) => isWhole(value, 400, 599)],
  message: text,
  body: ['a value', () => true],
  retry_after_seconds: ['a number of seconds', (value) => isWhole(value, 0)],
  indexes: [
    'an array of indexes',
    (value) => Array.isArray(value) && value.every((item) => isWhole(item, 0)),
  ],
  missing: ['a whole number above 0', (value) => isWhole(value, 1)],
  applied: ['true or false', (value) => typeof value === 'boolean'],
  fields: [
    'an array of field names',
    (value) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
  ],
};

function isRule(
  value: Readonly<Record<string, unknown>>,
): value is Readonly<Record<string, unknown>> & FaultRule {
  return checks.kind[1](value['kind']);
}

/** Reads a rule that arrived over HTTP; returns what is wrong with it as a text. */
export function readFaultRule(value: Readonly<Record<string, unknown>>): FaultRule | string {
  if (!isRule(value)) {
    return `kind must be ${checks.kind[0]}`;
  }
  for (const [name, setting] of Object.entries(value)) {
    if (!Object.hasOwn(checks, name)) {
      return `${name} is no setting of a fault`;
    }
    const [expected, holds] = checks[name as keyof FaultRule];
    if (!holds(setting)) {
      return `${name} must be ${expected}`;
    }
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

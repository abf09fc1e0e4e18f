import { PsaBudgetError, PsaRefusedError, PsaUnavailableError } from '@leadbridge/usecases';
import type { PsaCallContext, WriteResult } from '@leadbridge/usecases';

import type { ArrayLimits } from './array-limits.js';
import type { PsaCaller, PsaWriteResponse } from './psa-caller.js';
import type { CreateTarget, PsaCreation } from './psa-dialect.js';
import { readRows } from './read-rows.js';
import { hasIndex } from './read-write-results.js';

/** Caused by the caller, the address or the array: sending parts would not help. */
const refusesAddress = new Set([403, 404, 410]);
const refusesForm = new Set([405, 415]);
/** Errors of the PSA itself, not of a gateway in front of it. */
const ownErrors = new Set([500, 501]);
const speaksOfArrays =
  /\barrays?\b.{0,60}\b(not|cannot|unsupported|unexpected|instead)\b|\b(not|no|cannot|unsupported|unexpected)\b.{0,60}\barrays?\b|\b(single|one) (object|entity)\b|\bmust be an? (json )?object\b/i;

/**
 * Creates objects in as few requests as the endpoint allows, with one result for each, in order. Throws like
 * every call as long as nothing can have been applied. After that, objects that could not be sent are
 * `uncertain`, so that the caller loses nothing that was created.
 */
export async function createMany(
  caller: PsaCaller,
  limits: ArrayLimits,
  form: PsaCreation,
  target: CreateTarget,
  items: readonly object[],
  context: PsaCallContext,
): Promise<readonly WriteResult[]> {
  const run = new CreateRun({ caller, limits, form, target, context });
  const results: WriteResult[] = [];
  while (results.length < items.length) {
    const size = limits.of(target.pattern);
    results.push(...(await run.create(items.slice(results.length, results.length + size))));
  }
  return results;
}

type WriteResponse = PsaWriteResponse | { readonly kind: 'unsent'; readonly message: string };

type Refusal = Extract<WriteResponse, { readonly kind: 'refused' | 'absent' }>;

function isRefusal(response: WriteResponse): response is Refusal {
  return response.kind === 'refused' || response.kind === 'absent';
}

interface CreateParts {
  readonly caller: PsaCaller;
  readonly limits: ArrayLimits;
  readonly form: PsaCreation;
  readonly target: CreateTarget;
  readonly context: PsaCallContext;
}

class CreateRun {
  readonly #parts: CreateParts;
  #mayHaveApplied = false;
  #stopped: string | null = null;

  constructor(parts: CreateParts) {
    this.#parts = parts;
  }

  async create(items: readonly object[]): Promise<readonly WriteResult[]> {
    const limit = this.#parts.limits.of(this.#parts.target.pattern);
    if (items.length === 1 || limit === 1) {
      return this.#oneByOne(items);
    }
    if (items.length > limit) {
      return this.#inHalves(items);
    }
    const response = await this.#post(items);
    if (response.kind === 'uncertain' && response.status !== null && ownErrors.has(response.status)) {
      this.#parts.limits.arrayFailed(this.#parts.target.pattern, items.length);
    }
    if (response.kind === 'uncertain' || response.kind === 'unsent') {
      return items.map(() => ({ ok: false, uncertain: true, message: response.message }));
    }
    const rows = readRows(response.json, this.#parts.target.key)?.rows ?? [];
    if (isRefusal(response)) {
      this.#parts.form.arrayEnded?.(this.#parts.target.pattern, false);
    }
    if (isRefusal(response) && this.#parts.form.refusedArrayMayHaveApplied) {
      this.#mayHaveApplied = true;
      return items.map(() => ({ ok: false, uncertain: true, message: response.message }));
    }
    if (isRefusal(response) && !hasIndex(rows)) {
      return this.#resend(items, response.status, response.message);
    }
    this.#mayHaveApplied = true;
    const read = this.#parts.form.readArray(response.json, items, this.#parts.target);
    this.#parts.form.arrayEnded?.(
      this.#parts.target.pattern,
      read.kind === 'results' && read.results.every(({ ok }) => ok),
    );
    if (read.kind === 'results') {
      this.#parts.limits.arrayTaken(this.#parts.target.pattern);
      return read.results;
    }
    if (speaksOfArrays.test(read.message)) {
      return this.#resend(items, null, read.message);
    }
    // With a success status, an error of something else does not say that nothing of the array was applied.
    this.#parts.limits.arrayFailed(this.#parts.target.pattern, items.length);
    return items.map(() => ({ ok: false, uncertain: true, message: read.message }));
  }

  /**
   * An array was rejected as a whole, and nothing of it was applied: because of one of its objects, its
   * length, or because the endpoint does not accept arrays. Its halves show the reason: if all of them are
   * accepted, the array was too long.
   */
  async #resend(
    items: readonly object[],
    status: number | null,
    message: string,
  ): Promise<readonly WriteResult[]> {
    if (status !== null && refusesAddress.has(status)) {
      return this.#afterOne(items, status, message);
    }
    const refusedForm = status !== null && refusesForm.has(status);
    const takesNone = refusedForm || speaksOfArrays.test(message);
    const results = takesNone ? await this.#oneByOne(items) : await this.#inHalves(items);
    const known = refusedForm ? results.some(({ ok }) => ok) : results.every(({ ok }) => ok);
    if (known) {
      this.#remember(takesNone ? 1 : Math.ceil(items.length / 2));
    }
    return results;
  }

  /** If it is rejected in the same way, it is about the object or all creations; otherwise about the array. */
  async #afterOne(
    items: readonly object[],
    status: number,
    message: string,
  ): Promise<readonly WriteResult[]> {
    const [first, ...others] = items;
    const response = first === undefined ? null : await this.#post(first);
    if (first === undefined || response === null || (isRefusal(response) && response.status === status)) {
      return this.#afterLast(items, status, message);
    }
    const result = this.#resultOf(response, first);
    if (result.ok) {
      this.#remember(1);
    }
    return [result, ...(await this.#oneByOne(others))];
  }

  /** The first object alone is rejected like all together: if the last one is too, nothing can be created here. */
  async #afterLast(
    items: readonly object[],
    status: number,
    message: string,
  ): Promise<readonly WriteResult[]> {
    const refused: WriteResult = { ok: false, uncertain: false, message };
    const last = items.length < 2 ? undefined : items.at(-1);
    const response = last === undefined ? null : await this.#post(last);
    if (last === undefined || response === null || (isRefusal(response) && response.status === status)) {
      return items.map(() => refused);
    }
    const result = this.#resultOf(response, last);
    const between = items.slice(1, -1);
    return [refused, ...(between.length === 0 ? [] : await this.create(between)), result];
  }

  #remember(limit: number): void {
    if (this.#parts.limits.lower(this.#parts.target.pattern, limit)) {
      this.#logLimit(limit);
    }
  }

  #logLimit(limit: number): void {
    this.#parts.caller.logger.info('the PSA does not accept longer arrays here', {
      path: this.#parts.target.pattern,
      limit,
    });
  }

  async #inHalves(items: readonly object[]): Promise<readonly WriteResult[]> {
    const middle = Math.ceil(items.length / 2);
    const first = await this.create(items.slice(0, middle));
    return [...first, ...(await this.create(items.slice(middle)))];
  }

  async #oneByOne(items: readonly object[]): Promise<readonly WriteResult[]> {
    const results: WriteResult[] = [];
    for (const item of items) {
      results.push(this.#resultOf(await this.#post(item), item));
    }
    return results;
  }

  #resultOf(response: WriteResponse, item: object): WriteResult {
    const result: WriteResult =
      response.kind === 'succeeded'
        ? this.#withMore(this.#parts.form.readSingle(response.json, this.#parts.target, item), response.json)
        : { ok: false, uncertain: !isRefusal(response), message: response.message };
    if (response.kind !== 'unsent' && this.#parts.limits.objectSent(this.#parts.target.pattern, result.ok)) {
      this.#logLimit(1);
    }
    return result;
  }

  #withMore(result: WriteResult, json: unknown): WriteResult {
    const row: unknown = Array.isArray(json) ? json[0] : json;
    return result.ok ? { ...result, ...this.#parts.target.readMore?.(row) } : result;
  }

  /** What the PSA or the budget throws ends the run; it is only rethrown if nothing was applied. */
  async #post(body: object): Promise<WriteResponse> {
    if (this.#stopped !== null) {
      return { kind: 'unsent', message: this.#stopped };
    }
    const { path, pattern } = this.#parts.target;
    const isArray = Array.isArray(body);
    const request = {
      method: 'POST',
      path,
      pattern,
      query: isArray ? this.#parts.form.arrayQuery : {},
      body: isArray ? body : this.#parts.form.single(body),
    } as const;
    try {
      const response = await this.#parts.caller.write(request, this.#parts.context);
      this.#mayHaveApplied ||= !isRefusal(response);
      return response;
    } catch (error) {
      const ofThePsa =
        error instanceof PsaBudgetError ||
        error instanceof PsaUnavailableError ||
        error instanceof PsaRefusedError;
      if (!ofThePsa || !this.#mayHaveApplied) {
        throw error;
      }
      this.#stopped = `Not sent: ${error.message}`;
      return { kind: 'unsent', message: this.#stopped };
    }
  }
}

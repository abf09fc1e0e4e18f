import { hasListResult } from '@leadbridge/contracts';
import { ERASED } from '@leadbridge/domain';

import type { Erasure, TraceChange, TraceDocument } from '../ports/erasure.js';
import type { RowOutcome, SucceededOutcome } from '../ports/import-store.js';
import type { ListedOutcome } from '../ports/opt-out-list.js';
import type { UndoOutcome } from '../ports/undo-store.js';
import type { KeptHeaders } from '../ports/webhooks.js';
import { erasedRow } from '../work/erased-row.js';
import type { ErasureDependencies } from './erasure-dependencies.js';
import { createRowMatcher, type RowMatcher } from './match-row.js';
import { createOwnership, type Ownership } from './own-objects.js';

/** The changes to one document. */
export interface Redaction extends TraceChange {
  /** True for a job about only this person. */
  readonly isOwnJob: boolean;
}

export type Redact = (document: TraceDocument) => Redaction | null;

type Fields = Readonly<Record<string, unknown>>;

/** Returns the changes that remove the person from a document; null if it does not mention the person. */
export function createRedact(
  erasure: Erasure,
  { settings, openResponse }: Pick<ErasureDependencies, 'settings' | 'openResponse'>,
): Redact {
  const matcher = createRowMatcher(erasure, settings);
  const ownership = createOwnership(erasure);
  return (document) => {
    switch (document.kind) {
      case 'jobs':
        return redactJob(document, matcher, ownership);
      case 'job_rows':
        return changed(document.id, redactRow(document, matcher, erasure));
      case 'error_log':
        return isTheirEntry(document, erasure) || matcher.inText(document.message)
          ? changed(document.id, { message: ERASED })
          : null;
      case 'audit_log':
        return changed(
          document.id,
          replaced(matcher, { target: document.target, changes: document.changes }),
        );
      case 'idempotency_keys': {
        const response = openResponse(document.id, document.sealed);
        // The key stays, so that a repeated request is not executed again.
        return response !== null && namesPerson(response, matcher)
          ? changed(document.id, { sealed: null })
          : null;
      }
      case 'webhook_deliveries':
        return changed(document.id, withoutExchanges(document, matcher));
      case 'import_mappings': {
        const texts = [document.id, ...document.columns];
        const isNamed = matcher.maybeIn(JSON.stringify(texts)) && texts.some((text) => matcher.inText(text));
        // Columns of which one is missing fit no file any more.
        return isNamed ? { id: document.id, set: null, isOwnJob: false } : null;
      }
    }
  };
}

function redactJob(
  { id, type, status, input, result, error, outcome }: Extract<TraceDocument, { kind: 'jobs' }>,
  matcher: RowMatcher,
  ownership: Ownership,
): Redaction | null {
  if (status === 'queued' || status === 'active') {
    return null;
  }
  const isTheirImport = type === 'lead_import' && matcher.isTheirRow(String(input['source']), input['data']);
  if (isTheirImport || ownership.isOwn(input) || ownership.isOwn(result)) {
    const set = {
      input: ownership.neutral(input),
      result: result === null ? null : ownership.neutral(result),
      error: error === null ? null : { code: error.code, message: ERASED, details: {} },
      ...(outcome === null ? {} : fieldsOfRow(leftOfRow(outcome))),
    };
    return { id, set, isOwnJob: true };
  }
  const parts = { input, result, error, ...(outcome === null ? {} : fieldsOfRow({ outcome })) };
  const change = replaced(matcher, ownership.withoutOwn(parts), parts);
  return change === null ? null : { id, set: change, isOwnJob: false };
}

/** The row of a single import is a part of its job. */
function fieldsOfRow(row: Fields): Fields {
  return Object.fromEntries(Object.entries(row).map(([field, value]) => [`row.${field}`, value]));
}

function redactRow(
  { jobId, status, source, data, outcome }: Extract<TraceDocument, { kind: 'job_rows' }>,
  matcher: RowMatcher,
  { jobIds, leadIds }: Erasure,
): Fields | null {
  if (status === 'pending') {
    return null;
  }
  const isTheirs =
    // A row without data of its own: its job was matched before.
    jobIds.includes(jobId) ||
    (outcome?.status === 'succeeded' && isOfLead(outcome, leadIds)) ||
    matcher.isTheirRow(source, data);
  if (!isTheirs) {
    return replaced(matcher, { outcome });
  }
  return { data: null, planned: null, ...leftOfRow(outcome) };
}

function leftOfRow(outcome: RowOutcome | Succeeded | null): Fields {
  return outcome?.status === 'failed'
    ? { intent: null, outcome: { ...erasedRow, error: ERASED }, result: erasedRow.code }
    : { intent: null, outcome: outcome === null ? null : withoutPlan(outcome) };
}

type Succeeded = SucceededOutcome | UndoOutcome | ListedOutcome;

function isOfLead(outcome: Succeeded, leadIds: readonly number[]): boolean {
  return 'leadId' in outcome && outcome.leadId !== null && leadIds.includes(outcome.leadId);
}

function withoutPlan(outcome: Succeeded): Succeeded {
  if (!('warnings' in outcome)) {
    return outcome;
  }
  if (hasListResult(outcome)) {
    return { ...outcome, warnings: [] };
  }
  const { plan: _plan, ...left } = outcome;
  return { ...left, warnings: [] };
}

/**
 * Entries about the person's own records and jobs may quote them in words that cannot be matched to the
 * person.
 */
function isTheirEntry(
  { leadId, jobId, message, isOfErasedRow }: Extract<TraceDocument, { kind: 'error_log' }>,
  { leadIds, jobIds }: Erasure,
): boolean {
  return (
    message !== ERASED &&
    (isOfErasedRow ||
      (leadId !== null && leadIds.includes(leadId)) ||
      (jobId !== null && jobIds.includes(jobId)))
  );
}

/** A receiver's response may repeat data that it looked up, in its headers too. */
function withoutExchanges(
  { request, attempts, isOfTheirs }: Extract<TraceDocument, { kind: 'webhook_deliveries' }>,
  matcher: RowMatcher,
): Fields | null {
  const isToGo = (texts: readonly string[]): boolean =>
    texts.length > 0 && (isOfTheirs || texts.some((text) => matcher.inText(text)));
  const attemptsLeft = attempts.map((attempt) =>
    isToGo(textsOf(attempt.response, attempt.responseHeaders))
      ? { ...attempt, response: null, responseHeaders: null }
      : attempt,
  );
  const fields = {
    ...(request !== null && isToGo(textsOf(request.body, request.headers)) ? { request: null } : {}),
    ...(attemptsLeft.some((attempt, index) => attempt !== attempts[index]) ? { attempts: attemptsLeft } : {}),
  };
  return Object.keys(fields).length === 0 ? null : fields;
}

function textsOf(body: string | null, headers: KeptHeaders | null = null): readonly string[] {
  return [...(body === null ? [] : [body]), ...(headers ?? []).map(([, value]) => value)];
}

function namesPerson(json: string, matcher: RowMatcher): boolean {
  return matcher.maybeIn(json) && matcher.inText(json);
}

/** The fields in which a text that names the person was replaced. */
function replaced(matcher: RowMatcher, fields: Fields, before: Fields = fields): Fields | null {
  const after = matcher.maybeIn(JSON.stringify(fields)) ? matcher.erase(fields) : fields;
  const entries = Object.entries(after).filter(([name, value]) => value !== before[name]);
  return entries.length === 0 ? null : Object.fromEntries(entries);
}

function changed(id: string, set: Fields | null): Redaction | null {
  return set === null ? null : { id, set, isOwnJob: false };
}

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

type Fields = Readonly<Record<string, unknown>>;
type Change = Omit<TraceChange, 'id'>;

/** Returns the changes that remove the person from a document; null if it does not mention the person. */
export function createRedact(
  erasure: Erasure,
  { settings, openResponse }: Pick<ErasureDependencies, 'settings' | 'openResponse'>,
): (document: TraceDocument) => TraceChange | null {
  const matcher = createRowMatcher(erasure, settings);
  const ownership = createOwnership(erasure);

  function changeOf(document: TraceDocument): Change | null {
    switch (document.kind) {
      case 'jobs':
        return redactJob(document, matcher, ownership);
      case 'job_rows':
        return redactRow(document, matcher, erasure);
      case 'error_log':
        return isTheirEntry(document, erasure) || matcher.inText(document.message) ? theirs() : null;
      case 'audit_log':
        return replaced(matcher, { target: document.target, changes: document.changes });
      case 'idempotency_keys': {
        const response = openResponse(document.id, document.sealed);
        // The key stays, so that a repeated request is not executed again.
        return response !== null && matcher.maybeIn(response) && matcher.inText(response) ? theirs() : null;
      }
      case 'webhook_deliveries':
        return withoutExchanges(document, matcher);
      case 'import_mappings': {
        const texts = [document.id, ...document.columns];
        const isNamed = matcher.maybeIn(JSON.stringify(texts)) && texts.some((text) => matcher.inText(text));
        // Columns of which one is missing fit no file any more.
        return isNamed ? { isTheirs: true, set: null } : null;
      }
    }
  }

  return (document) => {
    const change = changeOf(document);
    return change === null ? null : { id: document.id, ...change };
  };
}

function theirs(set: Fields = {}): Change {
  return { isTheirs: true, set };
}

function redactJob(
  { type, status, input, result, error, outcome }: TraceDocument<'jobs'>,
  matcher: RowMatcher,
  ownership: Ownership,
): Change | null {
  if (status === 'queued' || status === 'active') {
    return null;
  }
  const isTheirImport = type === 'lead_import' && matcher.isTheirRow(String(input['source']), input['data']);
  if (isTheirImport || ownership.isOwn(input) || ownership.isOwn(result)) {
    return theirs({
      input: ownership.neutral(input),
      result: result === null ? null : ownership.neutral(result),
      error: error === null ? null : { code: error.code, message: ERASED, details: {} },
      ...(type === 'lead_import' ? fieldsOfRow({ intent: null, ...leftOfRow(outcome) }) : {}),
    });
  }
  const parts = { input, result, error, ...(outcome === null ? {} : fieldsOfRow({ outcome })) };
  return replaced(matcher, ownership.withoutOwn(parts), parts);
}

/** The row of a single import is a part of its job. */
function fieldsOfRow(row: Fields): Fields {
  return Object.fromEntries(Object.entries(row).map(([field, value]) => [`row.${field}`, value]));
}

function redactRow(
  { jobId, status, source, data, outcome }: TraceDocument<'job_rows'>,
  matcher: RowMatcher,
  { jobIds, leadIds }: Erasure,
): Change | null {
  if (status === 'pending') {
    return null;
  }
  const isTheirs =
    // A row without data of its own: its job was matched before.
    jobIds.includes(jobId) ||
    (outcome?.status === 'succeeded' && isOfLead(outcome, leadIds)) ||
    matcher.isTheirRow(source, data);
  return isTheirs ? theirs(leftOfRow(outcome)) : replaced(matcher, { outcome });
}

function leftOfRow(outcome: RowOutcome | Succeeded | null): Fields {
  if (outcome === null) {
    return {};
  }
  return outcome.status === 'failed'
    ? { outcome: { ...erasedRow, error: ERASED }, result: erasedRow.code }
    : { outcome: withoutPlan(outcome) };
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

/** Entries about the person's own records may quote them in words that cannot be matched. */
function isTheirEntry(
  { leadId, jobId, message, isOfErasedRow }: TraceDocument<'error_log'>,
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
  { request, attempts, isOfTheirs }: TraceDocument<'webhook_deliveries'>,
  matcher: RowMatcher,
): Change | null {
  const isToGo = (texts: readonly string[]): boolean =>
    texts.length > 0 && (isOfTheirs || texts.some((text) => matcher.inText(text)));
  const attemptsLeft = attempts.map((attempt) =>
    isToGo(textsOf(attempt.response, attempt.responseHeaders))
      ? { ...attempt, response: null, responseHeaders: null }
      : attempt,
  );
  const isRequestToGo = request !== null && isToGo(textsOf(request.body, request.headers));
  const areAttemptsLess = attemptsLeft.some((attempt, index) => attempt !== attempts[index]);
  return changed(
    { request: isRequestToGo ? null : request, attempts: areAttemptsLess ? attemptsLeft : attempts },
    { request, attempts },
  );
}

function textsOf(body: string | null, headers: KeptHeaders | null = null): readonly string[] {
  return [...(body === null ? [] : [body]), ...(headers ?? []).map(([, value]) => value)];
}

/** The fields in which a text that names the person was replaced. */
function replaced(matcher: RowMatcher, fields: Fields, before: Fields = fields): Change | null {
  return changed(matcher.maybeIn(JSON.stringify(fields)) ? matcher.erase(fields) : fields, before);
}

function changed(after: Fields, before: Fields): Change | null {
  const entries = Object.entries(after).filter(([name, value]) => value !== before[name]);
  return entries.length === 0 ? null : { isTheirs: false, set: Object.fromEntries(entries) };
}

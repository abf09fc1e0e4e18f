import { describe, expect, it } from '@jest/globals';
import { ERASED } from '@leadbridge/domain';

import type { TraceDocument } from '../ports/erasure.js';
import { defaultSettings } from '../ports/settings.js';
import { createRedact } from './redact.js';
import { erasureAt } from './testing/erasure-world.js';

const erasure = erasureAt('jobs', {
  ...{ prospectIds: [3], opportunityIds: [2], jobIds: ['job_own'] },
  person: { ...erasureAt('jobs').person, phones: ['12025550143'] },
});

const redact = createRedact(erasure, {
  settings: () => defaultSettings('US'),
  openResponse: (_id, sealed) => sealed.toString(),
});

const job = (fields: object): TraceDocument => ({
  kind: 'jobs',
  id: 'job_1',
  type: 'lead_import',
  status: 'completed',
  input: {},
  result: null,
  error: null,
  outcome: null,
  ...fields,
});
const row = (fields: object): TraceDocument => ({
  kind: 'job_rows',
  id: 'job_1:0',
  jobId: 'job_1',
  status: 'succeeded',
  source: 'csv',
  data: null,
  outcome: null,
  ...fields,
});

describe('a job about only this person', () => {
  it.each([
    [{ input: { source: 'csv', data: { email: 'ALEX@example.com' }, options: { deduplication: true } } }],
    [{ input: { source: 'csv', data: { name: 'Alex Example', company: 'Example Works Ltd' } } }],
    [{ input: { source: 'gone', data: { contact: { mail: 'alex@example.com' } } } }],
    [
      {
        input: {},
        result: { lead_id: 7 },
        outcome: {
          ...{ status: 'succeeded', result: 'created', leadId: 7, psaTicketId: 1_007, qualityScore: 1 },
          ...{ warnings: ['Alex has no number'], actionsTaken: [] },
        },
      },
    ],
    [{ type: 'lead_status', input: { lead_id: 7, reason: 'She said so' } }],
    [{ type: 'prospect_status', input: { prospect_id: 3, next_action: 'Call' } }],
    [{ type: 'call_record', input: { opportunity_id: 2, notes: 'Anything' } }],
    [{ type: 'prospect_conversion', input: {}, result: { lead_id: 7, note: 'Anything' } }],
    [
      {
        type: 'dnc_sync',
        input: { isList: false, notifications: [{ ticketId: 1_007, changes: { user_name: 'x' } }] },
      },
    ],
  ])('keeps ids and words of ours: %j', (fields) => {
    const document = job({
      ...fields,
      error: { code: 'VALIDATION_ERROR', message: 'She is no lead', details: { value: 'x' } },
    });
    const redaction = redact(document);
    expect(redaction).toMatchObject({
      id: 'job_1',
      isTheirs: true,
      set: { error: { code: 'VALIDATION_ERROR', message: ERASED, details: {} } },
    });
    const left = JSON.stringify(redaction?.set);
    for (const text of ['alex', 'She', 'Call', 'Anything', 'changes']) {
      expect(left.toLowerCase()).not.toContain(text.toLowerCase());
    }
  });

  it('keeps no intent of an import that has ended without an outcome', () => {
    const given = { input: { source: 'csv', data: { email: 'alex@example.com' } }, outcome: null };
    expect(redact(job(given))?.set).toMatchObject({ 'row.intent': null });
    expect(redact(job({ type: 'lead_status', input: { lead_id: 7 } }))?.set).not.toHaveProperty('row.intent');
  });

  it('is not changed while it has not ended', () => {
    expect(redact(job({ status: 'queued', input: { lead_id: 7 } }))).toBeNull();
  });
});

describe('a job about several people', () => {
  it('loses only what it says about the person', () => {
    const others = { ticketId: 2, changes: { status_id: { new_value: 6 } } };
    const redaction = redact(
      job({
        type: 'dnc_sync',
        input: { isList: true, notifications: [{ ticketId: 1_007, changes: { x: 1 } }, others] },
        result: {
          success: true,
          results: [
            {
              success: true,
              ticket_id: 1_007,
              suppression_result: { email: 'alex@example.com', reason: 'x' },
            },
            { success: true, ticket_id: 2, suppression_result: { email: 'robin@example.com' } },
          ],
        },
      }),
    );
    expect(redaction).toMatchObject({ isTheirs: false });
    expect(redaction?.set).toEqual({
      input: { isList: true, notifications: [{ ticketId: 1_007 }, others] },
      result: {
        success: true,
        results: [
          { success: true, ticket_id: 1_007 },
          { success: true, ticket_id: 2, suppression_result: { email: 'robin@example.com' } },
        ],
      },
    });
  });

  it.each([
    [job({ input: { source: 'csv', data: { email: 'robin@example.com', phone: '+12025550143' } } })],
    [job({ type: 'bulk_import', input: { source: 'csv', options: {} }, result: { failed: 1 } })],
    [
      row({
        data: {
          first_name: 'Alex',
          last_name: 'Example',
          email: 'alex@sample.example',
          company: 'Elsewhere',
        },
      }),
    ],
    [row({ status: 'pending', data: { email: 'alex@example.com' } })],
  ])('is not changed if it is about others', (document) => {
    expect(redact(document)).toBeNull();
  });
});

describe('a row', () => {
  it('of the person keeps its result and the ids', () => {
    const outcome = {
      status: 'succeeded',
      result: 'created',
      leadId: 7,
      psaTicketId: 1_007,
      qualityScore: 60,
      warnings: ['Alex?'],
      actionsTaken: [],
    };
    const plan = { lists: [], note: 'Alex', psa_requests: 0 };
    expect(redact(row({ data: { anything: 'x' }, outcome: { ...outcome, plan } }))).toEqual({
      id: 'job_1:0',
      isTheirs: true,
      set: { outcome: { ...outcome, warnings: [] } },
    });
  });

  it('without data of its own is erased with the job that had the data', () => {
    const outcome = {
      status: 'failed',
      code: 'VALIDATION_ERROR',
      error: 'Invalid email address',
      faults: [{ field: 'data.email', value: 'alex at example', message: 'Invalid email address' }],
    };
    const fields = { status: 'failed', outcome };
    expect(redact(row({ ...fields, jobId: 'job_own' }))?.set).toMatchObject({
      result: 'ERASED',
      outcome: { code: 'ERASED', error: ERASED },
    });
    expect(redact(row({ ...fields, jobId: 'job_own' }))?.set).not.toHaveProperty('outcome.faults');
    expect(redact(row({ ...fields, jobId: 'job_of_others' }))).toBeNull();
  });

  it('that failed keeps its failure', () => {
    const outcome = {
      status: 'failed',
      code: 'VALIDATION_ERROR',
      error: 'alex@@example is no email',
      faults: [],
    };
    const failed = redact(
      row({ status: 'failed', data: { name: 'Alex Example', email: 'alex@@example' }, outcome }),
    );
    expect(failed).toMatchObject({ isTheirs: true });
    expect(failed?.set).toEqual({
      outcome: { status: 'failed', code: 'ERASED', error: ERASED },
      result: 'ERASED',
    });
  });
});

/** The fields that its declaration names are replaced. */
const theirs = { isTheirs: true, set: {} };

describe('other mentions of the person', () => {
  it.each([
    [
      {
        kind: 'error_log',
        id: 'err_1',
        message: 'The client Example Works exists',
        leadId: null,
        jobId: null,
        rowIds: [],
        isOfErasedRow: false,
      },
      theirs,
    ],
    [
      {
        kind: 'error_log',
        id: 'err_1',
        message: 'She',
        leadId: 7,
        jobId: null,
        rowIds: [],
        isOfErasedRow: false,
      },
      theirs,
    ],
    [
      {
        kind: 'error_log',
        id: 'err_1',
        message: 'She',
        leadId: null,
        jobId: 'job_own',
        rowIds: [],
        isOfErasedRow: false,
      },
      theirs,
    ],
    [
      {
        kind: 'error_log',
        id: 'err_1',
        message: 'She',
        leadId: null,
        jobId: 'job_2',
        rowIds: [],
        isOfErasedRow: true,
      },
      theirs,
    ],
    [
      {
        kind: 'audit_log',
        id: 'aud_1',
        target: { type: 'user', id: 'usr_1' },
        changes: { email: { from: null, to: 'alex@example.com' } },
      },
      { isTheirs: false, set: { changes: { email: { from: null, to: ERASED } } } },
    ],
    [{ kind: 'idempotency_keys', id: 'key_1', sealed: Buffer.from('{"email":"alex@example.com"}') }, theirs],
    [
      {
        kind: 'webhook_deliveries',
        id: 'dlv_1',
        isOfTheirs: true,
        request: { headers: [], body: '{"lead_id":7}' },
        attempts: [{ response: 'Thanks' }, { response: null }],
      },
      {
        isTheirs: false,
        set: { request: null, attempts: [{ response: null, responseHeaders: null }, { response: null }] },
      },
    ],
    [
      {
        kind: 'webhook_deliveries',
        id: 'dlv_1',
        isOfTheirs: false,
        request: null,
        attempts: [{ response: 'Alex Example' }, { response: 'ok' }],
      },
      { isTheirs: false, set: { attempts: [{ response: null, responseHeaders: null }, { response: 'ok' }] } },
    ],
    [
      {
        kind: 'webhook_deliveries',
        id: 'dlv_1',
        isOfTheirs: false,
        request: { headers: [['X-Webhook-Event', 'lead.created']], body: '{"of":"Alex Example"}' },
        attempts: [{ response: '', responseHeaders: [['x-contact', 'alex@example.com']] }],
      },
      { isTheirs: false, set: { request: null, attempts: [{ response: null, responseHeaders: null }] } },
    ],
    [
      { kind: 'import_mappings', id: 'Fair', columns: ['Company', 'alex@example.com'] },
      { isTheirs: true, set: null },
    ],
    [
      { kind: 'import_mappings', id: 'Fair', columns: ['Alex Example', 'Example Works'] },
      { isTheirs: true, set: null },
    ],
    [
      { kind: 'import_mappings', id: 'For Alex Example', columns: ['Mail'] },
      { isTheirs: true, set: null },
    ],
  ] satisfies [TraceDocument, object][])('goes: %j', (document, change) => {
    expect(redact(document)).toEqual({ id: document.id, ...change });
  });

  it.each([
    [
      {
        kind: 'error_log',
        id: 'err_1',
        message: 'Row 3: Duplicate email address',
        leadId: 8,
        jobId: 'job_2',
        rowIds: [],
        isOfErasedRow: false,
      },
    ],
    [
      {
        kind: 'error_log',
        id: 'err_1',
        message: ERASED,
        leadId: 7,
        jobId: null,
        rowIds: [],
        isOfErasedRow: false,
      },
    ],
    [{ kind: 'audit_log', id: 'aud_1', target: { type: 'config', id: 'config' }, changes: {} }],
    [{ kind: 'idempotency_keys', id: 'key_1', sealed: Buffer.from('{"email":"robin@example.com"}') }],
    [
      {
        ...{ kind: 'webhook_deliveries', id: 'dlv_1', isOfTheirs: false },
        request: { headers: [['X-Webhook-Event', 'lead.created']], body: '{"lead_id":8}' },
        attempts: [{ response: 'ok', responseHeaders: [['content-type', 'text/plain']] }],
      },
    ],
    [{ kind: 'import_mappings', id: 'Fair', columns: ['Email', 'First name', 'robin@example.com'] }],
  ] satisfies [TraceDocument][])('is not changed if it belongs to others: %j', (document) => {
    expect(redact(document)).toBeNull();
  });
});

import { describe, expect, it } from '@jest/globals';
import type { Finding, JobRecord, Reconciliation } from '@leadbridge/usecases';

import { findingsAsCsv, presentFinding, presentReconciliation } from './reconciliation.js';

const finding: Finding = {
  findingId: 'fnd_1',
  kind: 'unknown_ticket',
  subject: '42',
  psaTicketId: 42,
  leadId: null,
  details: { status: 7 },
  remedies: ['adopt', 'keep'],
  ticketIds: [],
  resolution: null,
  error: null,
};

const resolution = {
  remedy: 'adopt',
  status: 'done',
  by: 'key_1',
  at: '2026-01-31T09:00:00.000Z',
  automatic: false,
} as const;

const header =
  '\uFEFFfinding_id,kind,psa_ticket_id,lead_id,details,remedies,remedy,status,by,at,automatic,error\r\n';

async function piecesOf(findings: readonly Finding[]): Promise<readonly string[]> {
  async function* each(): AsyncIterable<Finding> {
    yield* findings;
    await Promise.resolve();
  }
  const pieces: string[] = [];
  for await (const piece of findingsAsCsv(each())) {
    pieces.push(piece);
  }
  return pieces;
}

describe('presentFinding', () => {
  it('offers remedies until one was chosen', () => {
    expect(presentFinding(finding).remedies).toEqual(['adopt', 'keep']);
    expect(presentFinding({ ...finding, resolution }).remedies).toEqual([]);
  });

  it('shows neither the subject nor the tickets that a summary covers', () => {
    const view = presentFinding({ ...finding, ticketIds: [1, 2] });
    expect(Object.keys(view)).not.toEqual(expect.arrayContaining(['subject']));
    expect(Object.keys(view)).not.toEqual(expect.arrayContaining(['ticketIds']));
  });
});

describe('findingsAsCsv', () => {
  it('is the header alone where nothing was found', async () => {
    expect(await piecesOf([])).toEqual([header]);
  });

  it('has details as JSON, and no remedy of an open finding', async () => {
    expect((await piecesOf([finding])).join('')).toBe(
      `${header}fnd_1,unknown_ticket,42,,"{""status"":7}","adopt; keep",,,,,,\r\n`,
    );
  });

  it('has the remedy that was chosen, by whom and when, and why it failed', async () => {
    const failed = { ...finding, resolution, error: 'The ticket is gone, "42"' };
    expect((await piecesOf([failed])).join('')).toBe(
      `${header}fnd_1,unknown_ticket,42,,"{""status"":7}",,adopt,done,key_1,2026-01-31T09:00:00.000Z,false,"The ticket is gone, ""42"""\r\n`,
    );
  });

  it.each(['=HYPERLINK("http://evil.example")', '+1', '@SUM(A1)'])(
    'makes a text out of the formula %s',
    async (error) => {
      const [, line = ''] = (await piecesOf([{ ...finding, error }])).join('').split('\r\n');
      expect(line).toContain(`'${error.replaceAll('"', '""')}`);
    },
  );

  it.each([199, 200, 450])('comes in pieces of whole rows, and loses none of %i', async (count) => {
    const findings = Array.from({ length: count }, (_, index) => ({ ...finding, findingId: `fnd_${index}` }));
    const pieces = await piecesOf(findings);
    expect(pieces.every((piece) => piece === '' || piece.endsWith('\r\n'))).toBe(true);
    const ids = pieces
      .join('')
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split(',')[0]);
    expect(ids).toEqual(findings.map(({ findingId }) => findingId));
  });
});

describe('a reconciliation', () => {
  const found: Reconciliation = {
    ...{ reconciliationId: 'rec_1', jobId: 'job_1', status: 'running', requestedBy: 'key_1' },
    ...{ startedAt: resolution.at, finishedAt: null, tickets: 0, records: 0, psaRequests: 0, resolved: 0 },
    counts: {
      ...{
        duplicate_ticket: 0,
        duplicate_contact: 0,
        duplicate_client: 0,
        missing_ticket: 0,
        unknown_ticket: 0,
      },
      ...{
        unknown_before_first_import: 0,
        status_drift: 0,
        type_drift: 0,
        opt_out_missing: 0,
        opt_out_unmarked: 0,
      },
    },
  };
  const job: JobRecord = {
    ...{ jobId: 'job_1', type: 'reconciliation', status: 'active', input: {}, requestId: 'req_1' },
    ...{ actor: { id: 'key_1', name: 'a key' }, result: null, error: null, parentJobId: null },
    progress: { total: 1, processed: 0, successful: 0, failed: 0 },
    ...{ cancelRequested: false, createdAt: resolution.at, startedAt: null, finishedAt: null },
  };
  const wait = { reason: 'psa_budget', until: resolution.at } as const;
  const services = {
    jobs: { find: async () => Promise.resolve(job) },
    waitingFor: async () => Promise.resolve(wait),
  };

  it('says what it waits for while it is running', async () => {
    expect((await presentReconciliation(found, services)).waiting_for).toEqual(wait);
    const ended = { ...found, status: 'completed' as const };
    expect((await presentReconciliation(ended, services)).waiting_for).toBeNull();
  });
});

import { describe, expect, it } from '@jest/globals';
import type { ImportRowResult } from '@leadbridge/client';

import type { Terminal } from '../terminal.js';
import { createDryRunReport } from './dry-run-report.js';

function reportOf({ json = false }: { readonly json?: boolean } = {}) {
  const results: string[] = [];
  const notes: string[] = [];
  const terminal = {
    result: (line: string) => void results.push(line),
    note: (line: string) => void notes.push(line),
  } as Partial<Terminal> as Terminal;
  return { report: createDryRunReport(terminal, { json }), results, notes };
}

const rowOf = (row: number, changes: object = {}): ImportRowResult => ({
  row,
  input: { email: 'a@example.com' },
  jobId: 'job_1',
  success: true,
  result: 'created',
  ...changes,
});
const plan = (changes: object) => ({ client: null, contact: null, ticket: null, lists: [], ...changes });

describe('the report of a dry run', () => {
  it('shows what a new lead would create', () => {
    const { report, results } = reportOf();
    report.add(
      null,
      rowOf(0, {
        plan: plan({
          client: { action: 'create', name: 'Acme' },
          contact: { action: 'create' },
          ticket: { action: 'create', changes: { CF_102: { from: null, to: 'Cloud' } } },
          lists: ['Cold', 'Source: CSV'],
        }),
        name: 'Jo Doe',
        company: 'Acme',
      }),
    );
    expect(results).toEqual([
      '1\tcreated\t-\tnew client Acme; new contact; new ticket; lists: Cold, Source: CSV\tJo Doe, Acme',
    ]);
  });

  it('shows each change in one line without tabs, long values shortened', () => {
    const { report, results } = reportOf();
    report.add(
      null,
      rowOf(4, {
        result: 'updated',
        psa_ticket_id: 42,
        plan: plan({
          contact: { action: 'update', changes: { phone: { from: '', to: '+1 212\t555' } } },
          ticket: { action: 'update', changes: { CF_102: { from: 'x'.repeat(41), to: 'a\nb' } } },
        }),
      }),
    );
    expect(results).toEqual([
      `5\tupdated\t42\tphone: (empty) -> +1 212 555; CF_102: ${'x'.repeat(39)}… -> a b\t-`,
    ]);
  });

  it('shows why a row would be rejected, and that not every row would succeed', () => {
    const { report, results, notes } = reportOf();
    report.add(null, rowOf(0, { success: false, result: undefined, error: 'Invalid email address' }));
    expect(report.end(3, ['job_1'])).toBe(false);
    expect(results).toEqual(['1\trejected\t-\tInvalid email address\t-']);
    expect(notes.slice(1)).toEqual([
      'Nothing was written. Of 1 leads 1 would be rejected; 3 PSA requests',
      'To do it: leadbridge job commit job_1',
    ]);
  });

  it('shows at most 50 rows, and says how many there are besides', () => {
    const { report, results, notes } = reportOf();
    for (let row = 0; row < 53; row += 1) {
      report.add(null, rowOf(row, { result: 'skipped', reason: 'No new data to update' }));
    }
    expect(report.end(0, [])).toBe(true);
    expect(results).toHaveLength(50);
    expect(notes).toContain('  and 3 more: --json shows them all');
    expect(notes.at(-1)).toContain('Of 53 leads 53 would be skipped');
  });

  it('has every row as a line of JSON for programs, without the data that was sent', () => {
    const { report, results } = reportOf({ json: true });
    for (let row = 0; row < 53; row += 1) {
      report.add(null, rowOf(row));
    }
    report.end(0, []);
    expect(results).toHaveLength(53);
    expect(JSON.parse(results[52] ?? '')).toEqual({
      row: 53,
      job_id: 'job_1',
      success: true,
      result: 'created',
    });
  });
});

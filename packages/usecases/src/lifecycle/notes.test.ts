import { NO_QUALIFICATION } from '@leadbridge/domain';
import { describe, expect, it } from '@jest/globals';

import { callNote, opportunityNote, statusNote, teamNote } from './notes.js';

const common = { at: '2026-01-31T09:00:00.000Z', by: 'ops@example.com', reference: 'job_1' };
const call = {
  callId: 'call_1',
  leadId: 1,
  prospectId: null,
  opportunityId: null,
  occurredAt: '2026-01-31T08:30:00.000Z',
  direction: 'outbound',
  dialledNumber: '+15551234567',
  durationSeconds: 0,
  agent: null,
  outcome: 'Wants a demonstration',
  nextAction: null,
  notes: null,
  recordedBy: 'ops@example.com',
  createdAt: common.at,
} as const;

/** Empty values are omitted; the reference comes last, to find a note whose response was lost. */
describe('a note on a ticket', () => {
  it('of a status contains only known values', () => {
    expect(statusNote({ ...common, status: 'no_interest', reason: null }).split('\n')).toEqual([
      'Status set to No Interest',
      'Timestamp: 2026-01-31T09:00:00.000Z',
      'By: ops@example.com',
      'Reference: job_1',
    ]);
    const next = { nextAction: 'Send the proposal', nextActionDate: '2026-03-31' };
    expect(statusNote({ ...common, ...next, status: 'prospecting', reason: 'Asked' })).toContain(
      'Reason: Asked\nNext action: Send the proposal\nNext action date: 2026-03-31\nReference: job_1',
    );
  });

  it('to the team describes the qualification', () => {
    const qualification = { ...NO_QUALIFICATION, painPoints: 'Reports take two days', fitScore: 82 };
    const lines = teamNote({ ...common, qualification }).split('\n');
    expect(lines[0]).toBe('Lead converted to prospect');
    expect(lines).toContainEqual(expect.stringContaining('Reports take two days'));
    expect(lines).toContainEqual(expect.stringContaining('82'));
    expect(lines.at(-1)).toBe('Reference: job_1');
    expect(teamNote({ ...common, qualification: NO_QUALIFICATION }).split('\n')).toHaveLength(4);
  });

  it('of an opportunity lists the changes, including a value of 0', () => {
    const changes = [
      ['Value', 0],
      ['Probability', null],
    ] as const;
    expect(opportunityNote({ ...common, changes, text: 'Terms were sent' }).split('\n')).toEqual([
      'Opportunity updated',
      'Timestamp: 2026-01-31T09:00:00.000Z',
      'By: ops@example.com',
      'Value: 0',
      'Notes: Terms were sent',
      'Reference: job_1',
    ]);
  });

  it.each([
    ['outbound', 'Outbound call'],
    ['inbound', 'Inbound call'],
  ] as const)('of an %s call contains the id of the call', (direction, title) => {
    expect(callNote({ ...call, direction }).split('\n')).toEqual([
      title,
      'Date and time: 2026-01-31T08:30:00.000Z',
      'Dialled number: +15551234567',
      'Duration: 0 s',
      'Outcome: Wants a demonstration',
      'Reference: call_1',
    ]);
  });

  it('of a call without a duration omits it', () => {
    expect(callNote({ ...call, durationSeconds: null })).not.toContain('Duration');
  });
});

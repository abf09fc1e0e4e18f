import { describe, expect, it } from '@jest/globals';

import { changeLines, matchLines, outcomeLines, planLines } from './plan-lines.js';

describe('the plan of a row', () => {
  it('is told as a difference, with what stays and why', () => {
    expect(
      planLines({
        client: { action: 'reuse', id: 12, name: 'Example Ltd' },
        contact: { action: 'none', id: 3, changes: {} },
        ticket: {
          action: 'update',
          id: 10_000,
          changes: { CF_106: { from: 'CTO', to: 'CEO' }, CF_108: { from: null, to: '50' } },
          kept: { CF_102: { value: 'long', reason: 'not_longer' } },
        },
        lists: ['Hot Leads'],
        psa_requests: 3,
      }),
    ).toEqual([
      'Client: reuse “Example Ltd” #12',
      'Ticket: update #10000',
      'Technology Stack (CF_106): “CTO” becomes “CEO”',
      'Employee Count Range (CF_108): new “50”',
      'Services Offered (CF_102) stays “long” (not longer)',
      'Lists: Hot Leads',
    ]);
  });

  it.each([undefined, null, 'text', [], { ticket: null }])('says nothing of %j', (plan) => {
    expect(planLines(plan)).toEqual([]);
  });
});

describe('what was changed', () => {
  it('is told without what the log keeps secret', () => {
    const secret = { from: '[secret]', to: '[secret]' };
    expect(changeLines({ password: secret, role: { from: 'viewer', to: 'admin' } })).toEqual([
      'Password: changed',
      'Role: “viewer” becomes “admin”',
    ]);
  });
});

describe('what a row came to', () => {
  it('is told in one line with its changes, where there is something to tell', () => {
    const outcome = {
      result: 'updated',
      psa_ticket_id: 10_000,
      changes: { CF_106: { from: 'CTO', to: 'CEO' } },
    };
    expect(outcomeLines('Now it would be', outcome)).toEqual([
      'Now it would be: updated, ticket 10000; Technology Stack (CF_106): “CTO” becomes “CEO”',
    ]);
    expect(outcomeLines('Now it would be', undefined)).toEqual([]);
  });
});

describe('how the client of a row was found', () => {
  it.each([
    ['alias', ['Client: as decided under Company matches']],
    ['domain', ['Client: found by its domain']],
    ['name', []],
    ['none', []],
  ] as const)('by %s is told as %j', (rule, lines) => {
    expect(matchLines({ rule, client_id: 12 })).toEqual(lines);
  });

  it('is not told of a row without a client', () => {
    expect(matchLines(undefined)).toEqual([]);
  });
});

import { suppressionKeyText } from '@leadbridge/domain';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import {
  contactSnapshot,
  keysOfPerson,
  latestAcceptance,
  open,
  planned,
  rowReference,
  type RowPlan,
} from './import-row-state.js';
import { alex, knownLead, robin, rowState } from './testing/import-rows.js';

const failed = { status: 'failed', code: 'EXTERNAL_API_ERROR', error: 'no' } as const;
const plans: readonly (RowPlan | null)[] = [
  null,
  { kind: 'create' },
  { kind: 'adopt' },
  { kind: 'reopen', changes: {}, note: '' },
  { kind: 'leave', result: 'skipped', reason: '', kept: {} },
];

describe('the open rows', () => {
  it('have neither an outcome nor a fault, and at most one kind of plan', () => {
    const rows = fc.array(
      fc.record({
        plan: fc.constantFrom(...plans),
        outcome: fc.constantFrom(null, failed),
        fault: fc.constantFrom(null, new Error('away')),
      }),
    );
    fc.assert(
      fc.property(rows, (learnt) => {
        const all = learnt.map((each) => rowState(alex, { learnt: each }));
        const going = open(all);
        expect(going).toEqual(all.filter(({ outcome, fault }) => outcome === null && fault === null));
        const kinds = ['create', 'adopt', 'reopen', 'leave', 'update'] as const;
        const byPlan = kinds.flatMap((kind) => planned(all, kind));
        expect(new Set(byPlan).size).toBe(byPlan.length);
        expect(new Set(byPlan)).toEqual(new Set(going.filter(({ plan }) => plan !== null)));
      }),
      { numRuns: 30 },
    );
  });
});

describe('the time since which the PSA must have been read', () => {
  it('is that of the last acceptance, but never after the start of the batch', () => {
    const batch = { startedAt: 1_000 };
    expect(latestAcceptance([{ acceptedAt: 300 }, { acceptedAt: 700 }, { acceptedAt: 500 }], batch)).toBe(
      700,
    );
    expect(latestAcceptance([{ acceptedAt: 300 }, { acceptedAt: 5_000 }], batch)).toBe(1_000);
    expect(latestAcceptance([], batch)).toBe(0);
  });
});

describe('the keys of a person', () => {
  it('include those of the row, of every source on record and all recorded ones, without duplicates', () => {
    const row = rowState(alex);
    const former = rowState({ ...robin, phone: '+12025550100' });
    row.known = knownLead(former, {
      personKeys: [
        { kind: 'email', value: 'old@example.com' },
        { kind: 'email', value: 'alex@example.com' },
      ],
    });
    const keys = keysOfPerson(row).map(suppressionKeyText);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys).toEqual(
      expect.arrayContaining([
        'email:alex@example.com',
        'email:robin@example.org',
        'email:old@example.com',
        'company-person:example-alexexample',
        'phone:12025550100',
      ]),
    );
  });
});

it('identifies a row by its job and index', () => {
  expect(rowReference({ jobId: 'job_a1', index: 7 })).toBe('job_a1#7');
});

it('compares only the phone number and the profile link of a contact', () => {
  expect(contactSnapshot(rowState())).toBeNull();
  const contact = {
    id: 2,
    clientId: 1,
    siteId: 1,
    email: null,
    firstName: null,
    lastName: null,
    clientName: null,
    phonenumber: '1',
    linkedinUrl: null,
  };
  expect(contactSnapshot(rowState(alex, { learnt: { contact } }))).toEqual({
    phonenumber: '1',
    linkedinUrl: null,
  });
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { customFieldName, leadCustomFields } from './custom-fields.js';
import { dedupeKey, ownTicketKey } from './dedupe-key.js';
import { parseFlag } from './flag.js';
import { decideImport, isPastEarlyStage, PROTECTED_FIELDS, type ImportFacts } from './import-decision.js';
import { readPayload } from './read-payload.js';
import { applyDecision } from './testing/apply-decision.js';
import { contact, earlyTicket, lead, ticket } from './testing/arbitraries.js';
import { aContact, aLead, aTicket, integrationUser, settings, source } from './testing/leads.js';

/** The facts of an unchanged lead whose ticket no person has changed. */
function factsOf(overrides: Partial<ImportFacts> = {}): ImportFacts {
  return {
    ticket: aTicket(),
    contact: aContact(),
    lead: aLead(),
    updateExisting: true,
    customFields: true,
    integrationUser,
    ...overrides,
  };
}

const withNewData = aLead({ customFields: { ...aLead().customFields, 106: 'Oracle' } });

describe('specification, "Import decision", step 5: "If none exists, create a new lead ticket"', () => {
  it('creates a ticket if there is none', () => {
    expect(decideImport(factsOf({ ticket: null, contact: null }))).toEqual({ result: 'create' });
  });

  it('creates a ticket whatever the options are', () => {
    const facts = factsOf({ ticket: null, contact: null, updateExisting: false, customFields: false });
    expect(decideImport(facts)).toEqual({ result: 'create' });
  });
});

describe('a lead whose company an earlier release cased in another way', () => {
  it.each([
    ['IBM DEUTSCHLAND GMBH', 'Ibm Deutschland Gmbh'],
    ['J.P. MORGAN', 'J.p. Morgan'],
    ['von der Heydt AG', 'Von Der Heydt AG'],
    ['Acme Sp. z o.o.', 'Acme Sp. Z O.o.'],
    ['Caf&eacute; Acme', 'Caf&Eacute; Acme'],
  ])('%s as %s is the same person, and nothing is written', (company, former) => {
    const read = readPayload(source('csv'), { name: 'Jane Doe', company }, settings);
    expect(read.ok && read.lead.company.name).not.toBe(former);
    const name = read.ok ? read.lead.company.name : null;
    const cased = aLead({ email: null, company: { ...aLead().company, name } });
    const stored = aTicket({ email: null, clientName: former, summary: `Jane Doe - ${former}` });
    expect(dedupeKey(cased)?.key).toBe(ownTicketKey(stored));
    expect(decideImport(factsOf({ ticket: stored, lead: cased }))).toEqual(
      decideImport(
        factsOf({ ticket: stored, lead: { ...cased, company: { ...cased.company, name: former } } }),
      ),
    );
    expect(decideImport(factsOf({ ticket: stored, lead: cased }))).toMatchObject({
      result: 'skipped',
      reason: 'No new data to update',
    });
  });
});

describe('specification, "Import decision", step 3: "status_id is greater than 2 or its tickettype_id is greater than 1 → preserved and nothing is changed"', () => {
  it.each([3, 4, 5, 7, 10, 99])('status %i', (statusId) => {
    expect(decideImport(factsOf({ ticket: aTicket({ statusId }), lead: withNewData }))).toEqual({
      result: 'preserved',
      reason: 'Lead is past the early stage',
    });
  });

  it('status 6 is Do Not Contact', () => {
    expect(decideImport(factsOf({ ticket: aTicket({ statusId: 6 }), lead: withNewData }))).toEqual({
      result: 'preserved',
      reason: 'Do Not Contact',
    });
  });

  it.each([2, 3, 99])('type %i, at any status', (tickettypeId) => {
    for (const statusId of [1, 2, 3, 10]) {
      expect(
        decideImport(factsOf({ ticket: aTicket({ tickettypeId, statusId }), lead: withNewData })),
      ).toEqual({
        result: 'preserved',
        reason: 'Already a prospect',
      });
    }
  });

  it.each([
    [1, 1, false],
    [2, 1, false],
    [3, 1, true],
    [1, 2, true],
    [Number.NaN, 1, true],
  ])('a ticket of status %d and type %d is past the early stage: %s', (statusId, tickettypeId, isPast) => {
    expect(isPastEarlyStage(aTicket({ statusId, tickettypeId }))).toBe(isPast);
  });

  it.each([1, 2])('a ticket that was closed once, with status %i again', (statusId) => {
    expect(
      decideImport(factsOf({ ticket: aTicket({ statusId, wasClosed: true }), lead: withNewData })),
    ).toEqual({
      result: 'preserved',
      reason: 'Lead is past the early stage',
    });
  });

  it('has priority over the option update_existing', () => {
    const facts = factsOf({ ticket: aTicket({ statusId: 3 }), updateExisting: false });
    expect(decideImport(facts).result).toBe('preserved');
  });

  it.each([
    ['status', { statusId: Number.NaN }],
    ['type', { tickettypeId: Number.NaN }],
  ])('does not overwrite what cannot be read: %s', (_what, unreadable) => {
    expect(decideImport(factsOf({ ticket: aTicket(unreadable), lead: withNewData })).result).toBe(
      'preserved',
    );
  });
});

describe('specification, "Import decision", step 4: "If a ticket exists at an earlier stage, run the smart update"', () => {
  it.each([1, 2])('status %i', (statusId) => {
    expect(decideImport(factsOf({ ticket: aTicket({ statusId }), lead: withNewData })).result).toBe(
      'updated',
    );
  });

  it('"updated: carries … fields_updated, fields_preserved and manual_work_detected"', () => {
    expect(decideImport(factsOf({ lead: withNewData }))).toMatchObject({
      result: 'updated',
      customFields: { 106: 'Oracle' },
      contact: {},
      fieldsUpdated: ['CF_106'],
      fieldsPreserved: [],
      manualWorkDetected: false,
    });
  });

  it('"skipped: no custom-field updates exist; the reason is \'No new data to update\'"', () => {
    expect(decideImport(factsOf())).toMatchObject({ result: 'skipped', reason: 'No new data to update' });
  });

  it('decision "skipped": a changed phone is an update by itself', () => {
    expect(decideImport(factsOf({ lead: aLead({ phone: '+442079460018' }) }))).toMatchObject({
      result: 'updated',
      contact: { phonenumber: '+442079460018' },
      customFields: {},
      fieldsUpdated: ['phonenumber'],
    });
  });

  it('decision "skipped": a changed profile link is an update by itself', () => {
    expect(
      decideImport(factsOf({ lead: aLead({ linkedinUrl: 'https://linkedin.test/in/new' }) })),
    ).toMatchObject({
      result: 'updated',
      fieldsUpdated: ['linkedin_url'],
    });
  });

  it('is skipped if the only new value is not used', () => {
    const shorter = aLead({ customFields: { ...aLead().customFields, 102: 'cloud' } });
    expect(decideImport(factsOf({ lead: shorter }))).toMatchObject({
      result: 'skipped',
      reason: 'No new data to update',
    });
  });

  it('reports values that were offered but not used as preserved', () => {
    const both = aLead({ customFields: { ...aLead().customFields, 102: 'cloud', 106: 'Oracle' } });
    expect(decideImport(factsOf({ lead: both }))).toMatchObject({
      fieldsUpdated: ['CF_106'],
      fieldsPreserved: ['CF_102'],
    });
  });
});

describe('decision "options": "update_existing: false leaves an existing lead alone"', () => {
  it('is skipped with its own reason, with or without new data', () => {
    for (const given of [aLead(), withNewData]) {
      expect(decideImport(factsOf({ lead: given, updateExisting: false }))).toMatchObject({
        result: 'skipped',
        reason: 'Existing lead left unchanged',
      });
    }
  });
});

describe('specification, "Smart update": "Manual work is detected when the last updating user is not the integration user"', () => {
  it.each([
    ['its id', 7],
    ['its id as text', '7'],
    ['its name', 'Leadbridge'],
    ['its name in another case', ' leadbridge '],
    ['nobody known', null],
  ])('not detected: %s', (_what, lastUpdatedBy) => {
    const decision = decideImport(factsOf({ ticket: aTicket({ lastUpdatedBy }), lead: withNewData }));
    expect(decision).toMatchObject({ manualWorkDetected: false, fieldsPreserved: [] });
  });

  it.each([
    ['another id', 8],
    ['another id as text', '70'],
    ['another name', 'An Agent'],
    ['nobody at all', ''],
  ])('detected: %s', (_what, lastUpdatedBy) => {
    const decision = decideImport(factsOf({ ticket: aTicket({ lastUpdatedBy }), lead: withNewData }));
    expect(decision).toMatchObject({ manualWorkDetected: true });
  });

  it('also identifies an integration user by a text id', () => {
    const user = { id: 'agent-7', name: 'Leadbridge' };
    const ticketOf = (lastUpdatedBy: string) => aTicket({ lastUpdatedBy });
    expect(
      decideImport(factsOf({ ticket: ticketOf('AGENT-7'), lead: withNewData, integrationUser: user })),
    ).toMatchObject({ manualWorkDetected: false });
  });
});

describe('specification, "Smart update": "… or when status_id is not 1. In that case status_id and workflow_position are reported as preserved"', () => {
  it('a status of 2 is manual work', () => {
    expect(decideImport(factsOf({ ticket: aTicket({ statusId: 2 }), lead: withNewData }))).toMatchObject({
      manualWorkDetected: true,
      fieldsPreserved: ['status_id', 'workflow_position'],
    });
  });

  it('an edit by an agent preserves the same two fields', () => {
    expect(decideImport(factsOf({ ticket: aTicket({ lastUpdatedBy: 8 }), lead: withNewData }))).toMatchObject(
      {
        manualWorkDetected: true,
        fieldsPreserved: ['status_id', 'workflow_position'],
      },
    );
  });

  it('the data is still updated', () => {
    expect(decideImport(factsOf({ ticket: aTicket({ lastUpdatedBy: 8 }), lead: withNewData }))).toMatchObject(
      {
        result: 'updated',
        customFields: { 106: 'Oracle' },
      },
    );
  });

  it('they are reported before the values that were not used', () => {
    const both = aLead({ customFields: { ...aLead().customFields, 102: 'cloud', 106: 'Oracle' } });
    expect(decideImport(factsOf({ ticket: aTicket({ statusId: 2 }), lead: both }))).toMatchObject({
      fieldsPreserved: ['status_id', 'workflow_position', 'CF_102'],
    });
  });
});

describe('decision "options": "custom_fields: false sends CF_101 and CF_105 alone"', () => {
  it('is skipped if only other custom fields are new', () => {
    expect(decideImport(factsOf({ lead: withNewData, customFields: false }))).toMatchObject({
      result: 'skipped',
      reason: 'No new data to update',
    });
  });

  it('writes an opt-out', () => {
    const optedOut = aLead({ doNotContact: true, customFields: { 105: true, 106: 'Oracle' } });
    expect(decideImport(factsOf({ lead: optedOut, customFields: false }))).toMatchObject({
      result: 'updated',
      customFields: { 105: true },
    });
  });
});

describe('laws', () => {
  const anyFacts = fc.record({
    ticket: fc.option(ticket),
    contact,
    lead,
    updateExisting: fc.boolean(),
    customFields: fc.boolean(),
    integrationUser: fc.constant(integrationUser),
  });
  const updatableFacts = fc.record({
    ticket: earlyTicket,
    contact,
    lead,
    updateExisting: fc.constant(true),
    customFields: fc.boolean(),
    integrationUser: fc.constant(integrationUser),
  });

  it('importing twice equals importing once: the second import is skipped and changes nothing', () => {
    fc.assert(
      fc.property(updatableFacts, (facts) => {
        const before = { ticket: facts.ticket, contact: facts.contact };
        const after = applyDecision(before, decideImport(facts));
        const second = decideImport({ ...facts, ...after });
        expect(second).toMatchObject({ result: 'skipped', reason: 'No new data to update' });
        expect(applyDecision(after, second)).toEqual(after);
      }),
      { numRuns: 2_000 },
    );
  });

  it('protected fields never appear in a change', () => {
    const writable = new Set([
      'phonenumber',
      'linkedin_url',
      ...leadCustomFields.filter((field) => field.id !== 101).map((field) => customFieldName(field.id)),
    ]);
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const decision = decideImport(facts);
        if (decision.result !== 'updated') return;
        const changed = [
          ...Object.keys(decision.contact),
          ...Object.keys(decision.customFields).map((id) => customFieldName(Number(id))),
        ];
        for (const name of changed) expect(writable).toContain(name);
        for (const name of PROTECTED_FIELDS) {
          expect(changed).not.toContain(name);
          expect(decision.fieldsUpdated).not.toContain(name);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('the fields reported as updated are exactly those changed, and at least one', () => {
    fc.assert(
      fc.property(updatableFacts, (facts) => {
        const decision = decideImport(facts);
        if (decision.result !== 'updated') return;
        const changed = [
          ...Object.keys(decision.contact),
          ...Object.keys(decision.customFields).map((id) => customFieldName(Number(id))),
        ];
        expect([...decision.fieldsUpdated].sort()).toEqual(changed.sort());
        expect(changed.length).toBeGreaterThan(0);
        expect(decision.fieldsPreserved.filter((name) => changed.includes(name))).toEqual([]);
      }),
    );
  });

  it('an opt-out is never reverted', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const decision = decideImport(facts);
        if (decision.result !== 'updated' || facts.ticket === null) return;
        if (parseFlag(facts.ticket.customFields[105]) === true) {
          expect(decision.customFields).not.toHaveProperty('105');
        }
        if ('105' in decision.customFields) expect(decision.customFields[105]).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  it('a ticket past the early stage is never changed', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        fc.pre(facts.ticket !== null && (facts.ticket.statusId > 2 || facts.ticket.tickettypeId > 1));
        expect(decideImport(facts).result).toBe('preserved');
      }),
    );
  });

  it('no value is ever cleared', () => {
    fc.assert(
      fc.property(updatableFacts, (facts) => {
        const decision = decideImport(facts);
        if (decision.result !== 'updated') return;
        for (const value of [...Object.values(decision.customFields), ...Object.values(decision.contact)]) {
          expect([null, undefined, '']).not.toContain(value);
        }
      }),
    );
  });
});

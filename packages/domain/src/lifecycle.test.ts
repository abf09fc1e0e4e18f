import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  allowedStatuses,
  checkTransition,
  INITIAL_STATUS,
  isStatus,
  isTerminal,
  promotionFrom,
  PSA_STATUS_IDS,
  STATUSES,
  statusName,
  transitions,
  type RecordKind,
  type Status,
} from './lifecycle.js';

/** The specification's table, written out again: record, from, trigger, condition, to. */
const SPECIFICATION: readonly (readonly [RecordKind, Status, string, string, RecordKind, Status])[] = [
  ['lead', 'new_lead', 'claim for research', 'none', 'lead', 'researching'],
  ['lead', 'researching', 'establish contact', 'none', 'lead', 'contacted'],
  ['lead', 'researching', 'bad data', 'none', 'lead', 'invalid_data'],
  ['lead', 'contacted', 'shows interest', 'none', 'lead', 'engaged'],
  ['lead', 'contacted', 'not interested', 'none', 'lead', 'no_interest'],
  ['lead', 'contacted', 'opt-out request', 'none', 'lead', 'do_not_contact'],
  ['lead', 'engaged', 'convert to prospect', 'none', 'prospect', 'new_prospect'],
  ['prospect', 'new_prospect', 'identify pain points', 'none', 'prospect', 'prospecting'],
  ['prospect', 'prospecting', 'meets criteria', 'criteria_met', 'prospect', 'qualified'],
  ['prospect', 'prospecting', 'does not qualify', 'criteria_missing', 'prospect', 'disqualified'],
  ['prospect', 'qualified', 'promote to opportunity', 'none', 'opportunity', 'new_opportunity'],
  ['opportunity', 'new_opportunity', 'propose solution', 'none', 'opportunity', 'progressing'],
  ['opportunity', 'progressing', 'discuss terms', 'none', 'opportunity', 'negotiation'],
  ['opportunity', 'negotiation', 'close deal', 'none', 'opportunity', 'won'],
  ['opportunity', 'negotiation', 'deal lost', 'none', 'opportunity', 'lost'],
];

const records: readonly RecordKind[] = ['lead', 'prospect', 'opportunity'];

/** Every pair of states of one kind of record, with whether a status request may make the transition. */
const pairs = records.flatMap((record) =>
  STATUSES[record].flatMap((from) =>
    STATUSES[record].map((to) => {
      const allowed = SPECIFICATION.some(
        (line) => line[0] === record && line[1] === from && line[4] === record && line[5] === to,
      );
      return { record, from, to, allowed };
    }),
  ),
);

describe('specification, "States and transitions": the states', () => {
  it('of a lead', () => {
    expect(STATUSES.lead).toEqual([
      'new_lead',
      'researching',
      'contacted',
      'engaged',
      'no_interest',
      'do_not_contact',
      'invalid_data',
    ]);
  });

  it('of a prospect', () => {
    expect(STATUSES.prospect).toEqual(['new_prospect', 'prospecting', 'qualified', 'disqualified']);
  });

  it('of an opportunity', () => {
    expect(STATUSES.opportunity).toEqual(['new_opportunity', 'progressing', 'negotiation', 'won', 'lost']);
  });

  it('"Status values are lower-case snake_case strings"', () => {
    for (const status of Object.values(STATUSES).flat()) expect(status).toMatch(/^[a-z]+(?:_[a-z]+)*$/u);
  });

  it('each record starts at the first of its states', () => {
    for (const record of records) expect(INITIAL_STATUS[record]).toBe(STATUSES[record][0]);
  });
});

describe('specification, "States and transitions": the table', () => {
  it('has exactly the lines of the specification', () => {
    expect(
      transitions.map((line) => [
        line.record,
        line.from,
        line.trigger,
        line.condition,
        line.toRecord,
        line.to,
      ]),
    ).toEqual(SPECIFICATION);
  });

  it('"the Do Not Contact sync-back runs" on an opt-out, and nowhere else', () => {
    expect(
      transitions.filter((line) => line.effect === 'do_not_contact_sync').map((line) => line.to),
    ).toEqual(['do_not_contact']);
  });

  it('conversion and promotion create the next record', () => {
    expect(transitions.filter((line) => line.record !== line.toRecord).map((line) => line.effect)).toEqual([
      'conversion',
      'promotion',
    ]);
  });
});

describe('every pair of states', () => {
  it('exists: 49 of a lead, 16 of a prospect, 25 of an opportunity', () => {
    expect(pairs).toHaveLength(90);
  });

  it.each(pairs.filter(({ from, to }) => from === to))(
    '$record: $from to itself changes nothing',
    ({ record, from, to }) => {
      expect(checkTransition(record, from, to)).toEqual({ result: 'unchanged' });
    },
  );

  it.each(pairs.filter(({ allowed }) => allowed))(
    '$record: $from to $to is allowed',
    ({ record, from, to }) => {
      expect(checkTransition(record, from, to)).toMatchObject({
        result: 'move',
        transition: { record, from, to, toRecord: record },
      });
    },
  );

  it.each(pairs.filter(({ allowed, from, to }) => !allowed && from !== to))(
    '$record: $from to $to is refused',
    ({ record, from, to }) => {
      expect(checkTransition(record, from, to)).toEqual({
        result: 'refused',
        from,
        to,
        allowed: pairs
          .filter((pair) => pair.record === record && pair.from === from && pair.allowed)
          .map((pair) => pair.to),
      });
    },
  );
});

describe('decision "Illegal transition": "details is {field, value, from, to, allowed: [...]}"', () => {
  it.each([
    ['lead', 'new_lead', ['researching']],
    ['lead', 'researching', ['contacted', 'invalid_data']],
    ['lead', 'contacted', ['engaged', 'no_interest', 'do_not_contact']],
    ['lead', 'engaged', []],
    ['lead', 'no_interest', []],
    ['lead', 'do_not_contact', []],
    ['lead', 'invalid_data', []],
    ['prospect', 'new_prospect', ['prospecting']],
    ['prospect', 'prospecting', ['qualified', 'disqualified']],
    ['prospect', 'qualified', []],
    ['prospect', 'disqualified', []],
    ['opportunity', 'new_opportunity', ['progressing']],
    ['opportunity', 'progressing', ['negotiation']],
    ['opportunity', 'negotiation', ['won', 'lost']],
    ['opportunity', 'won', []],
    ['opportunity', 'lost', []],
  ] as const)('a %s at %s may change to %j', (record, from, allowed) => {
    expect(allowedStatuses(record, from)).toEqual(allowed);
  });

  it.each([
    ['a prospect’s state sent to a lead', 'lead', 'engaged', 'new_prospect'],
    ['an opportunity’s state sent to a prospect', 'prospect', 'qualified', 'new_opportunity'],
    ['a lead’s state sent to a prospect', 'prospect', 'prospecting', 'engaged'],
    ['a word that is no state', 'lead', 'new_lead', 'nonsense'],
    ['nothing', 'lead', 'new_lead', ''],
    ['a state in capitals', 'lead', 'new_lead', 'RESEARCHING'],
  ] as const)('%s is refused', (_what, record, from, to) => {
    expect(checkTransition(record, from, to)).toMatchObject({ result: 'refused', from, to });
  });
});

describe('conversion and promotion', () => {
  it('decision "Conversion": "The lead must be engaged"', () => {
    expect(promotionFrom('lead', 'engaged')).toMatchObject({
      toRecord: 'prospect',
      to: 'new_prospect',
      effect: 'conversion',
    });
    for (const status of STATUSES.lead) {
      if (status !== 'engaged') expect(promotionFrom('lead', status)).toBeNull();
    }
  });

  it('decision "Promotion": "The prospect must be qualified"', () => {
    expect(promotionFrom('prospect', 'qualified')).toMatchObject({
      toRecord: 'opportunity',
      to: 'new_opportunity',
      effect: 'promotion',
    });
    for (const status of STATUSES.prospect) {
      if (status !== 'qualified') expect(promotionFrom('prospect', status)).toBeNull();
    }
  });

  it('an opportunity becomes nothing else', () => {
    for (const status of STATUSES.opportunity) expect(promotionFrom('opportunity', status)).toBeNull();
  });
});

describe('specification, "States and transitions": "The states won and lost are terminal, as no move leaves them"', () => {
  it.each([
    ['lead', ['no_interest', 'do_not_contact', 'invalid_data']],
    ['prospect', ['disqualified']],
    ['opportunity', ['won', 'lost']],
  ] as const)('of a %s %j', (record, terminal) => {
    expect(STATUSES[record].filter((status) => isTerminal(record, status))).toEqual(terminal);
  });
});

describe('specification, "PSA status ids seen"', () => {
  it('"1 = New Lead, 2 = Researching, 6 = Do Not Contact, 10 = New Prospect"', () => {
    const seen = Object.entries(PSA_STATUS_IDS).map(
      ([status, id]) => `${id} = ${statusName(status as Status)}`,
    );
    expect(seen).toEqual(['1 = New Lead', '2 = Researching', '6 = Do Not Contact', '10 = New Prospect']);
  });

  it.each([
    ['contacted', 'Contacted'],
    ['no_interest', 'No Interest'],
    ['invalid_data', 'Invalid Data'],
    ['new_opportunity', 'New Opportunity'],
  ] as const)('the others are looked up by name: %s is %s', (status, name) => {
    expect(statusName(status)).toBe(name);
  });
});

describe('isStatus', () => {
  it('knows only the states of its kind of record', () => {
    expect(isStatus('lead', 'engaged')).toBe(true);
    expect(isStatus('prospect', 'engaged')).toBe(false);
    expect(isStatus('opportunity', 'won')).toBe(true);
  });

  it.each([null, undefined, 1, {}, [], 'toString', '__proto__', ''])('%p is no state', (value) => {
    for (const record of records) expect(isStatus(record, value)).toBe(false);
  });
});

describe('laws', () => {
  it('a walk along allowed transitions never returns to a state, and ends in a terminal or promotable state', () => {
    fc.assert(
      fc.property(fc.constantFrom(...records), fc.infiniteStream(fc.nat()), (record, choices) => {
        const visited: Status[] = [INITIAL_STATUS[record]];
        for (;;) {
          const here = visited.at(-1) ?? INITIAL_STATUS[record];
          const next = allowedStatuses(record, here);
          if (next.length === 0) {
            expect(isTerminal(record, here) || promotionFrom(record, here) !== null).toBe(true);
            return;
          }
          const to = next[Number(choices.next().value) % next.length] ?? here;
          expect(visited).not.toContain(to);
          visited.push(to);
        }
      }),
    );
  });

  it('every state can be reached from where its record starts', () => {
    for (const record of records) {
      const reached = new Set<Status>([INITIAL_STATUS[record]]);
      for (const status of reached) for (const next of allowedStatuses(record, status)) reached.add(next);
      expect([...reached].sort()).toEqual([...STATUSES[record]].sort());
    }
  });

  it('every request results in a transition of the table, no change, or a refusal with the allowed states', () => {
    const anyPair = fc.constantFrom(...pairs);
    fc.assert(
      fc.property(
        anyPair,
        fc.oneof(fc.string(), fc.constantFrom(...Object.values(STATUSES).flat())),
        ({ record, from }, to) => {
          const check = checkTransition(record, from, to);
          if (check.result === 'move') expect(transitions).toContain(check.transition);
          if (check.result === 'unchanged') expect(to).toBe(from);
          if (check.result === 'refused') expect(check.allowed).not.toContain(to);
        },
      ),
    );
  });
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  decisionMakerText,
  mergeQualification,
  missingForConversion,
  missingForQualified,
  NO_QUALIFICATION,
  qualificationFields,
  qualificationFromFields,
  qualifiedFaults,
  QUALIFYING_FIT_SCORE,
  unmetCriteria,
  type QualificationData,
} from './qualification.js';

const complete: QualificationData = {
  painPoints: 'Slow support',
  qualifiedServices: 'Managed services',
  decisionMaker: 'Yes',
  budgetRange: '10k-25k',
  timeframe: 'Next quarter',
  fitScore: 85,
  qualificationNotes: 'Warm',
};

function without(...fields: (keyof QualificationData)[]): QualificationData {
  return { ...complete, ...Object.fromEntries(fields.map((field) => [field, null])) };
}

const fieldsOf = (faults: readonly { field: string }[]) => faults.map((fault) => fault.field);

describe('specification, "Qualification criteria for the move to qualified"', () => {
  it('all five are met', () => {
    expect(unmetCriteria(complete)).toEqual([]);
  });

  it.each([
    ['"confirmed pain points"', 'painPoints', 'pain_points', 'Pain points must be confirmed'],
    ['"budget range identified"', 'budgetRange', 'budget_range', 'A budget range must be identified'],
    ['"decision-maker access"', 'decisionMaker', 'decision_maker', 'Access to the decision maker is needed'],
    ['"implementation timeframe"', 'timeframe', 'timeframe', 'An implementation timeframe is needed'],
    ['"fit score of at least 70"', 'fitScore', 'fit_score', 'The fit score must be at least 70'],
  ] as const)('%s', (_criterion, field, name, message) => {
    expect(unmetCriteria(without(field))).toEqual([{ field: name, value: null, message }]);
  });

  it.each([
    [70, true],
    [71, true],
    [100, true],
    [69, false],
    [0, false],
  ])('decision "a fit score below 70 counts as missing": %i', (fitScore, isMet) => {
    expect(unmetCriteria({ ...complete, fitScore })).toHaveLength(isMet ? 0 : 1);
  });

  it.each(['No', 'no', ' NO ', 'none', 'false'])(
    'decision "and a decision maker of No too": %p',
    (decisionMaker) => {
      expect(unmetCriteria({ ...complete, decisionMaker })).toMatchObject([
        { field: 'decision_maker', value: decisionMaker },
      ]);
    },
  );

  it.each(['Yes', 'Jane Doe, CFO', 'Norbert', 'Noel'])('a decision maker of %p is one', (decisionMaker) => {
    expect(unmetCriteria({ ...complete, decisionMaker })).toEqual([]);
  });

  it('a blank text counts as missing', () => {
    expect(fieldsOf(unmetCriteria({ ...complete, painPoints: '  ', timeframe: '' }))).toEqual([
      'pain_points',
      'timeframe',
    ]);
  });

  it('lists each unmet criterion', () => {
    expect(fieldsOf(unmetCriteria(NO_QUALIFICATION))).toEqual([
      'pain_points',
      'budget_range',
      'decision_maker',
      'timeframe',
      'fit_score',
    ]);
  });

  it('qualified services and notes are not criteria', () => {
    expect(unmetCriteria(without('qualifiedServices', 'qualificationNotes'))).toEqual([]);
  });

  it('the lowest fit score that qualifies is 70', () => {
    expect(QUALIFYING_FIT_SCORE).toBe(70);
  });
});

describe('decision "What a conversion needs": "The four fields that the specification\'s request shows"', () => {
  it('only these', () => {
    expect(missingForConversion(without('qualifiedServices', 'timeframe', 'qualificationNotes'))).toEqual([]);
  });

  it.each([
    ['painPoints', 'pain_points', 'Confirmed pain points is required'],
    ['budgetRange', 'budget_range', 'Budget range is required'],
    ['decisionMaker', 'decision_maker', 'Decision maker is required'],
    ['fitScore', 'fit_score', 'Fit score is required'],
  ] as const)('%s', (field, name, message) => {
    expect(missingForConversion(without(field))).toEqual([{ field: name, value: null, message }]);
  });

  it('a fit score of 0 and a decision maker of No count as present and may be converted', () => {
    expect(missingForConversion({ ...complete, fitScore: 0, decisionMaker: 'No' })).toEqual([]);
  });
});

describe('specification, "Prospect": the required attributes', () => {
  it.each([
    ['painPoints', 'pain_points'],
    ['qualifiedServices', 'qualified_services'],
    ['decisionMaker', 'decision_maker'],
    ['budgetRange', 'budget_range'],
    ['timeframe', 'timeframe'],
    ['fitScore', 'fit_score'],
  ] as const)('%s', (field, name) => {
    expect(fieldsOf(missingForQualified(without(field)))).toEqual([name]);
  });

  it('qualification notes are not required', () => {
    expect(missingForQualified(without('qualificationNotes'))).toEqual([]);
  });
});

describe('everything that keeps a prospect from qualified', () => {
  it('is empty if all is present', () => {
    expect(qualifiedFaults(complete)).toEqual([]);
  });

  it('lists a field once, although it is missing and a criterion', () => {
    expect(fieldsOf(qualifiedFaults(without('timeframe', 'qualifiedServices')))).toEqual([
      'qualified_services',
      'timeframe',
    ]);
  });

  it('lists missing fields before insufficient ones', () => {
    expect(qualifiedFaults({ ...without('budgetRange'), fitScore: 50, decisionMaker: 'No' })).toEqual([
      { field: 'budget_range', value: null, message: 'Budget range is required' },
      { field: 'decision_maker', value: 'No', message: 'Access to the decision maker is needed' },
      { field: 'fit_score', value: 50, message: 'The fit score must be at least 70' },
    ]);
  });
});

describe('decision "Conversion": "A boolean decision_maker is stored as Yes or No; a string is kept"', () => {
  it.each([
    [true, 'Yes'],
    [false, 'No'],
    ['Jane Doe', 'Jane Doe'],
    ['', ''],
  ])('%p is %p', (value, text) => {
    expect(decisionMakerText(value)).toBe(text);
  });
});

describe('mergeQualification', () => {
  it('replaces old values by new ones', () => {
    expect(mergeQualification(without('timeframe'), { timeframe: 'This year', fitScore: 70 })).toEqual({
      ...complete,
      timeframe: 'This year',
      fitScore: 70,
    });
  });

  it('never replaces a value by nothing', () => {
    expect(mergeQualification(complete, { ...NO_QUALIFICATION, painPoints: ' ' })).toEqual(complete);
  });

  it('accepts a fit score of 0', () => {
    expect(mergeQualification(complete, { fitScore: 0 }).fitScore).toBe(0);
  });
});

describe('specification, "Prospect": CF_201 to CF_206', () => {
  it('have the data', () => {
    expect(qualificationFields(complete)).toEqual({
      201: 'Slow support',
      202: 'Managed services',
      203: 'Yes',
      204: '10k-25k',
      205: 'Next quarter',
      206: 85,
    });
  });

  it('omit unknown values', () => {
    expect(qualificationFields(without('timeframe', 'fitScore'))).not.toHaveProperty('205');
    expect(qualificationFields(NO_QUALIFICATION)).toEqual({});
  });

  it('keep a fit score of 0', () => {
    expect(qualificationFields({ ...NO_QUALIFICATION, fitScore: 0 })).toEqual({ 206: 0 });
  });
});

describe('decision "Auto-conversion": qualification data "standing in CF_201 to CF_206 of the ticket"', () => {
  it.each([
    ['a number', 85, 85],
    ['a number as text', '85', 85],
    ['blanks around it', ' 85 ', 85],
    ['zero', 0, 0],
    ['too much', 101, null],
    ['a fraction', 70.5, null],
    ['a word', 'high', null],
    ['null', null, null],
  ])('a fit score: %s', (_what, stored, fitScore) => {
    expect(qualificationFromFields({ 206: stored }).fitScore).toBe(fitScore);
  });

  it.each([
    [true, 'Yes'],
    [false, 'No'],
    ['Jane Doe', 'Jane Doe'],
    [' ', null],
    [null, null],
  ])('a decision maker of %p', (stored, decisionMaker) => {
    expect(qualificationFromFields({ 203: stored }).decisionMaker).toBe(decisionMaker);
  });

  it('a ticket without any', () => {
    expect(qualificationFromFields({})).toEqual(NO_QUALIFICATION);
  });

  it('law: what is written is read back', () => {
    const word = fc.constantFrom(null, 'Yes', 'No', 'some text', '2026');
    const data = fc.record({
      painPoints: word,
      qualifiedServices: word,
      decisionMaker: word,
      budgetRange: word,
      timeframe: word,
      fitScore: fc.option(fc.integer({ min: 0, max: 100 })),
      qualificationNotes: fc.constant(null),
    });
    fc.assert(
      fc.property(data, (given) => {
        expect(qualificationFromFields(qualificationFields(given))).toEqual(given);
      }),
    );
  });
});

describe('laws', () => {
  const text = fc.constantFrom(null, '', ' ', 'No', 'Yes', 'text');
  const anyData = fc.record({
    painPoints: text,
    qualifiedServices: text,
    decisionMaker: text,
    budgetRange: text,
    timeframe: text,
    fitScore: fc.option(fc.integer({ min: 0, max: 100 })),
    qualificationNotes: text,
  });

  it('a prospect either qualifies or disqualifies', () => {
    fc.assert(
      fc.property(anyData, (data) => {
        const met = ['painPoints', 'budgetRange', 'timeframe'].every(
          (field) => (data[field as keyof QualificationData] ?? '').toString().trim() !== '',
        );
        const decides = ['Yes', 'text'].includes(data.decisionMaker ?? '');
        expect(unmetCriteria(data).length === 0).toBe(met && decides && (data.fitScore ?? 0) >= 70);
      }),
    );
  });

  it('more data never adds an error', () => {
    fc.assert(
      fc.property(anyData, (data) => {
        const filled = mergeQualification(data, { painPoints: 'x', budgetRange: 'y', fitScore: 100 });
        const before = fieldsOf(qualifiedFaults(data));
        for (const field of fieldsOf(qualifiedFaults(filled))) expect(before).toContain(field);
      }),
    );
  });
});

import { describe, expect, it } from '@jest/globals';
import {
  customFieldName,
  customFields,
  customFieldValues,
  DO_NOT_CONTACT_FIELD,
  LEAD_SOURCE_FIELD,
  leadCustomFields,
  toPsaCustomFields,
} from './custom-fields.js';

const byId = new Map(customFields.map((field) => [field.id, field]));

describe('specification, "Lead custom fields (CF_101 to CF_113)"', () => {
  it.each([
    [101, 'Lead Source', 'dropdown'],
    [102, 'Services Offered', 'text'],
    [103, 'Growth Signals', 'text'],
    [104, 'Project Pipelines', 'text'],
    [105, 'Do Not Contact', 'boolean'],
    [106, 'Technology Stack', 'text'],
    [107, 'Revenue Range', 'dropdown'],
    [108, 'Employee Count Range', 'dropdown'],
    [109, 'Management Level', 'dropdown'],
    [110, 'Department Function', 'dropdown'],
    [111, 'Intent Signals', 'text'],
    [112, 'Company Founded Year', 'integer'],
    [113, 'Location/HQ Address', 'text'],
  ])('CF_%i is %s, %s', (id, name, type) => {
    expect(byId.get(id)).toMatchObject({ id, name, type, record: 'lead' });
  });
});

describe('specification, "Prospect" and "Opportunity"', () => {
  it.each([
    [201, 'Confirmed Pain Points', 'text', 'prospect'],
    [202, 'Qualified Services', 'text', 'prospect'],
    [203, 'Decision Maker', 'text', 'prospect'],
    [204, 'Budget Range', 'text', 'prospect'],
    [205, 'Timeframe', 'text', 'prospect'],
    [206, 'Fit Score', 'integer', 'prospect'],
    [301, 'Products/Services', 'text', 'opportunity'],
    [302, 'Quotes/Proposals', 'text', 'opportunity'],
    [303, 'Competitors', 'text', 'opportunity'],
    [304, 'Win/Loss Reason', 'text', 'opportunity'],
  ])('CF_%i is %s, %s, for a %s', (id, name, type, record) => {
    expect(byId.get(id)).toMatchObject({ id, name, type, record });
  });

  it('are never changed by an import', () => {
    const others = customFields.filter((field) => field.record !== 'lead');
    expect(others.every((field) => field.smartUpdate === 'never' && field.precedence === null)).toBe(true);
  });
});

describe('specification, "Smart update"', () => {
  it.each([
    [
      '"Always updated when the new value is non-empty: … CF_106 to CF_113"',
      'always',
      [106, 107, 108, 109, 110, 111, 112, 113],
    ],
    [
      '"CF_102 is updated when it is empty or the new value is longer than 1.5 times"',
      'when-much-longer',
      [102],
    ],
    [
      '"CF_103 and CF_104 are updated when empty or when the existing value does not contain"',
      'when-not-contained',
      [103, 104],
    ],
    ['an opt-out is never taken back', 'raise-only', [105]],
    ['the source that created the ticket stays', 'never', [101]],
  ])('%s', (_rule, rule, ids) => {
    expect(leadCustomFields.filter((field) => field.smartUpdate === rule).map((field) => field.id)).toEqual(
      ids,
    );
  });
});

describe('specification, "Multi-source precedence"', () => {
  it.each([
    ['contact', [109, 110]],
    ['company', [102, 103, 107, 108, 111, 112, 113]],
    ['technographics', [104, 106]],
  ])('%s contains %p', (group, ids) => {
    expect(leadCustomFields.filter((field) => field.precedence === group).map((field) => field.id)).toEqual(
      ids,
    );
  });

  it('source and opt-out have their own rules', () => {
    const rest = leadCustomFields.filter((field) => field.precedence === null).map((field) => field.id);
    expect(rest).toEqual([LEAD_SOURCE_FIELD, DO_NOT_CONTACT_FIELD]);
  });
});

describe('the table', () => {
  it('has 23 fields, each once, in ascending order', () => {
    const ids = customFields.map((field) => field.id);
    expect(ids).toHaveLength(23);
    expect(ids).toEqual([...new Set(ids)].sort((one, other) => one - other));
  });

  it('has 13 fields of a lead', () => {
    expect(leadCustomFields.map((field) => field.id)).toEqual(
      Array.from({ length: 13 }, (_, index) => 101 + index),
    );
  });
});

describe('customFieldName', () => {
  it('is the name in responses and notes', () => {
    expect(customFieldName(106)).toBe('CF_106');
  });
});

describe('customFieldValues', () => {
  it('drops empty values and keeps false and zero', () => {
    expect(customFieldValues({ 102: null, 103: '', 105: false, 106: 'AWS', 112: 0 })).toEqual({
      105: false,
      106: 'AWS',
      112: 0,
    });
  });
});

describe('specification, "Provider field mapping": "customfields: a list of objects {id: integer, value}"', () => {
  it('lists values by ascending number', () => {
    expect(toPsaCustomFields({ 113: 'Springfield', 101: 'Manual', 105: false, 112: 1998 })).toEqual([
      { id: 101, value: 'Manual' },
      { id: 105, value: false },
      { id: 112, value: 1998 },
      { id: 113, value: 'Springfield' },
    ]);
  });

  it('omits everything that is not a custom field', () => {
    expect(toPsaCustomFields({ 999: 'x', 106: 'AWS' })).toEqual([{ id: 106, value: 'AWS' }]);
  });
});

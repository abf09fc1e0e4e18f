import { describe, expect, it } from '@jest/globals';

import { leftOfUpdate } from './finish-update.js';

const intent = {
  customFields: { 106: 'AWS, Azure', 107: '5M-25M' },
  contact: { phonenumber: '+12025550100' },
  before: {
    statusId: 1,
    lastUpdatedBy: 7,
    customFields: { 106: 'AWS', 107: null },
    phonenumber: '202 555 0199',
    source: null,
  },
} as const;
const contact = { phonenumber: '202 555 0199', linkedinUrl: null };
const left = (
  customFields: Readonly<Record<number, string | boolean | null>>,
  phone: string | null = '202 555 0199',
) => leftOfUpdate(intent, { customFields }, { ...contact, phonenumber: phone });

describe('an interrupted update', () => {
  it('writes what is missing, in whatever form the PSA stores the previous values', () => {
    const whole = { customFields: intent.customFields, contact: intent.contact, ofPeople: [] };
    expect(left({ 106: 'AWS', 107: null })).toEqual(whole);
    expect(left({ 106: ' AWS\n' })).toEqual(whole);
    expect(left({}, null)).toEqual(whole);
  });

  it('skips what is already written', () => {
    expect(left({ 106: 'AWS, Azure', 107: '5M-25M' }, '+12025550100')).toEqual({
      customFields: {},
      contact: {},
      ofPeople: [],
    });
  });

  it('overwrites nothing that people have changed since, and reports it', () => {
    expect(left({ 106: 'Google Cloud', 107: '1M-5M' }, '+12025550177')).toEqual({
      customFields: {},
      contact: {},
      ofPeople: ['CF_106', 'CF_107', 'phonenumber'],
    });
  });

  it('always writes an opt-out', () => {
    const optOut = { ...intent, customFields: { 105: true } };
    expect(leftOfUpdate(optOut, { customFields: { 105: false } }, contact)).toMatchObject({
      customFields: { 105: true },
      ofPeople: [],
    });
  });

  it('by an earlier release is written as intended', () => {
    const { before: _before, ...old } = intent;
    expect(leftOfUpdate(old, { customFields: { 106: 'Google Cloud' } }, contact).customFields).toEqual(
      intent.customFields,
    );
  });
});

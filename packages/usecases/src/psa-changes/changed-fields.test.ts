import { describe, expect, it } from '@jest/globals';

import { areUnderstood, changedCustomFields, changedNumber, type NotifiedChanges } from './changed-fields.js';

describe('the new value of a numeric field', () => {
  it.each<[string, unknown, number | null]>([
    ['a number', { new_value: 6 }, 6],
    ['a number as text', { new_value: ' 6 ' }, 6],
    ['zero', { new_value: 0 }, 0],
    ['a text that is no number', { new_value: 'Closed' }, null],
    ['a negative number as text', { new_value: '-6' }, null],
    ['more digits than an id has', { new_value: '9'.repeat(16) }, null],
    ['nothing', { new_value: null }, null],
    ['no new value', { old_value: 6 }, null],
    ['a bare value', 6, null],
    ['null', null, null],
  ])('given as %s', (_how, status_id, expected) => {
    expect(changedNumber({ status_id }, 'status_id')).toBe(expected);
  });

  it('is null if the field was not changed', () => {
    expect(changedNumber({}, 'status_id')).toBeNull();
  });
});

describe('the changed custom fields', () => {
  it.each<[string, unknown, readonly unknown[]]>([
    ['is a field with its new value', [{ id: 105, new_value: true }], [{ id: 105, newValue: true }]],
    ['has its number as text', [{ id: '105', new_value: 'x' }], [{ id: 105, newValue: 'x' }]],
    ['has its name', [{ id: 'CF_105', new_value: true }], [{ id: 105, newValue: true }]],
    ['was emptied', [{ id: 105, new_value: null }], [{ id: 105, newValue: null }]],
    ['has no new value', [{ id: 105 }], [{ id: 105, newValue: undefined }]],
    ['has no number', [{ id: 'CFDNC', new_value: 1 }, { new_value: 1 }, null, 7], []],
    ['is not in a list', { id: 105, new_value: true }, []],
    ['is missing', undefined, []],
  ])('are parsed if one %s', (_how, customfields, expected) => {
    expect(changedCustomFields({ customfields })).toEqual(expected);
  });
});

describe('changes', () => {
  it.each<[string, NotifiedChanges, boolean]>([
    ['none', {}, true],
    ['a status', { status_id: { old_value: 1, new_value: '6' } }, true],
    ['a status that was taken away', { status_id: { new_value: null } }, true],
    ['the name of a status', { status_id: { new_value: 'Do Not Contact' } }, false],
    ['a bare status', { status_id: 6 }, false],
    ['a status under another name', { status: { new_value: 6 } }, false],
    [
      'fields',
      {
        customfields: [
          { id: 105, new_value: false },
          { id: 'CF_106', new_value: 'AWS' },
        ],
      },
      true,
    ],
    ['an emptied flag', { customfields: [{ id: 105, new_value: null }] }, true],
    ['a flag in other words', { customfields: [{ id: 105, new_value: 'agreed' }] }, false],
    ['a flag without its new value', { customfields: [{ id: 105, value: true }] }, false],
    ['a field by an unknown name', { customfields: [{ name: 'CFDNC', new_value: true }] }, false],
    ['fields that are no list', { customfields: { 105: true } }, false],
    ['fields under another name', { custom_fields: [{ id: 105, new_value: true }] }, false],
    ['a field beside the list', { CF_105: { new_value: true } }, false],
    ['something else', { summary: { new_value: 'Call again' }, agent_id: 7 }, true],
  ])('with %s are understood or not', (_what, sent, expected) => {
    expect(areUnderstood(sent)).toBe(expected);
  });
});

import { describe, expect, it } from '@jest/globals';
import { EMPLOYEE_RANGES, employeeBracket, REVENUE_RANGES, revenueBracket } from './company-size.js';
import { customFieldOptions } from './custom-field-options.js';
import { customFields } from './custom-fields.js';
import { departmentOf } from './department.js';
import { managementLevel } from './management-level.js';

const labels = ['Provider A', 'Manual'];

describe('the options of a dropdown', () => {
  it.each(customFields)('$id $name has some exactly if it is a dropdown', ({ id, type }) => {
    expect(customFieldOptions(id, labels).length > 0).toBe(type === 'dropdown');
  });

  it('of the lead source are the labels of the sources', () => {
    expect(customFieldOptions(101, labels)).toEqual(labels);
    expect(customFieldOptions(101, [])).toEqual([]);
  });

  it.each([0, -1, 999, NaN])('of the unknown field %d are none', (id) => {
    expect(customFieldOptions(id, labels)).toEqual([]);
  });

  it('include every value that the rules return', () => {
    const counts = [1, 9, 10, 50, 51, 200, 201, 1_000, 1_001, 5_000, 5_001, 10_000, 10_001, 1e9];
    for (const count of counts) expect(EMPLOYEE_RANGES).toContain(employeeBracket(count));
    for (const dollars of [1, 1e6, 5e6, 25e6, 1e8, 5e8, 1e9, 1e15]) {
      expect(REVENUE_RANGES).toContain(revenueBracket(dollars));
    }
    for (const title of [
      'CEO',
      'VP',
      'Head of IT',
      'Intern',
      'Owner',
      'Partner',
      'Wizard',
      'Senior Clerk',
      'Manager',
    ]) {
      expect(customFieldOptions(109, labels)).toContain(managementLevel(title));
      expect(customFieldOptions(110, labels)).toContain(departmentOf(title));
    }
  });

  it('are distinct', () => {
    for (const { id } of customFields) {
      const options = customFieldOptions(id, labels);
      expect(new Set(options).size).toBe(options.length);
    }
  });
});

import { describe, expect, it } from '@jest/globals';

import { createMemoryPsa } from '../testing/memory-psa.js';
import { clientOf, companyOfLead } from './client-of-lead.js';
import { alex, rowState } from './testing/import-rows.js';

const leadOf = (data: object) => rowState(data).lead;

describe('the client of a lead', () => {
  it.each([
    ['its company', alex, 'Example'],
    ['else its website', { email: 'alex@example.com', website: 'https://example.org' }, 'example.org'],
    ['else the domain of its address', { email: 'alex@example.com' }, 'example.com'],
    ['else the person', { phone: '+12025550100', first_name: 'Alex', last_name: 'Example' }, 'Alex Example'],
    ['otherwise unknown', { phone: '+12025550100' }, 'Unknown company'],
  ])('is %s', (_case, data, name) => {
    expect(clientOf(leadOf(data)).name).toContain(name);
  });

  it('is matched by its name as the PSA stores it', () => {
    const { session } = createMemoryPsa({ keeps: { 'client.name': 4 } });
    expect(companyOfLead(leadOf(alex), session()).key).toBe('exam');
  });
});

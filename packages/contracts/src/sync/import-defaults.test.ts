import { describe, expect, it } from '@jest/globals';

import { completeImportOptions } from './import-lead.js';
import { completeBatchOptions } from './import-leads.js';

describe('the defaults of an import', () => {
  it('are those of the decisions, and are overridden by what was sent', () => {
    expect(completeImportOptions()).toEqual({
      deduplication: true,
      update_existing: true,
      custom_fields: true,
      strict: false,
    });
    expect(completeImportOptions({ custom_fields: false })).toMatchObject({
      custom_fields: false,
      deduplication: true,
    });
    expect(completeBatchOptions()).toEqual({
      batch_size: 100,
      rate_limit: null,
      continue_on_error: true,
      verify: false,
    });
    expect(completeBatchOptions({ rate_limit: 60 })).toMatchObject({ rate_limit: 60, batch_size: 100 });
  });
});

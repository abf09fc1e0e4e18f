import { describe, expect, it } from '@jest/globals';

import { endOfErasure, erasureAudit } from './erasure-result.js';
import { erasureAt, settledSuppression } from './testing/erasure-world.js';

const at = '2026-01-31T09:00:00.000Z';
const nowhere = { ticketIds: [], contactIds: [], opportunityIds: [], clientIds: [] };

function resultOf(given: Parameters<typeof erasureAt>[1], entries = [settledSuppression()]) {
  const { result } = endOfErasure(erasureAt('suppressions', given), {
    entries,
    suppressedKeys: 2,
    isDryRun: false,
    at,
  });
  return result as unknown as {
    readonly psa: { readonly whatToDo: readonly string[]; readonly ticketIds: readonly number[] };
  };
}

describe('what is left to do in the PSA', () => {
  it.each<[string, Parameters<typeof erasureAt>[1], readonly RegExp[]]>([
    ['nothing', { psa: nowhere }, []],
    ['tickets', { psa: { ...nowhere, ticketIds: [1] } }, [/tickets/u]],
    ['contacts', { psa: { ...nowhere, contactIds: [1] } }, [/contacts/u]],
    ['opportunities', { psa: { ...nowhere, opportunityIds: [1] } }, [/opportunities/u]],
    ['clients', { psa: { ...nowhere, clientIds: [1] } }, [/clients/u]],
    ['what was cut short', { psa: nowhere, mayHoldMore: true }, [/search the PSA/u]],
  ])('is said: %s', (_what, given, expected) => {
    const { whatToDo } = resultOf(given).psa;
    expect(whatToDo).toEqual(expected.map((text) => expect.stringMatching(text)));
  });

  it('names each ticket once, those too that opt-outs alone knew', () => {
    const entries = [1_007, 5, 5, null].map((ticketId) => settledSuppression({ ticketId }));
    expect(resultOf({}, entries).psa.ticketIds).toEqual([1_007, 5]);
  });
});

it('the end counts opt-outs and the keys that go on blocking imports', () => {
  expect(
    endOfErasure(erasureAt('suppressions'), {
      entries: [settledSuppression()],
      suppressedKeys: 2,
      isDryRun: false,
      at,
    }),
  ).toMatchObject({
    ...{ jobId: 'job_erasure', status: 'completed', at },
    result: { success: true, leadIds: [7], erased: { suppressions: 1, suppressed_keys: 2 } },
  });
});

it('the audit log says that the service did it, and nothing of the person', () => {
  const entry = erasureAudit(erasureAt('suppressions'), { requestId: 'req_1' });
  expect(entry).toMatchObject({
    actor: { id: 'service' },
    target: { id: 'job_erasure' },
    requestId: 'req_1',
  });
  expect(JSON.stringify(entry)).not.toMatch(/alex/iu);
});

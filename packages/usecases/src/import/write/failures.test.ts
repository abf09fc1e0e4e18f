import { describe, expect, it } from '@jest/globals';

import { PsaRefusedError, PsaUnavailableError, PsaUncertainError } from '../../ports/psa-errors.js';
import { rowState } from '../testing/import-rows.js';
import { failingRow } from './failures.js';

describe('a failed write', () => {
  it.each([
    [
      'fails the row if the PSA refuses it',
      new PsaRefusedError('no', 400),
      false,
      ['EXTERNAL_API_ERROR', undefined],
    ],
    [
      'leaves the row to the next run if its response was lost',
      new PsaUncertainError('lost'),
      false,
      [undefined, 'PsaUncertainError'],
    ],
    [
      'also leaves it if the client or site was remembered',
      new PsaRefusedError('no', 400),
      true,
      [undefined, 'RememberedPlaceError'],
    ],
  ])('%s', async (_case, error, arePsaIdsRemembered, expected) => {
    const row = rowState(undefined, { learnt: { arePsaIdsRemembered } });
    await failingRow(row, async () => Promise.reject(error));
    expect([row.outcome?.status === 'failed' ? row.outcome.code : undefined, row.fault?.name]).toEqual(
      expected,
    );
  });

  it('stops the work if the PSA fails as a whole', async () => {
    const row = rowState();
    await expect(
      failingRow(row, async () => Promise.reject(new PsaUnavailableError('away'))),
    ).rejects.toThrow('away');
    expect([row.outcome, row.fault]).toEqual([null, null]);
  });
});

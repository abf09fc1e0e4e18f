import { describe, expect, it } from '@jest/globals';

import { PsaBudgetError, PsaCredentialsError, PsaUnavailableError } from '../ports/psa-errors.js';
import { checkPsa } from './check-psa.js';

const failing = async (error: Error) => checkPsa({ checkPsa: async () => Promise.reject(error) });

describe('a check of the PSA', () => {
  it('lists errors before warnings, and is ready without errors', async () => {
    const ok = { level: 'ok', message: 'the PSA responds' } as const;
    const warning = { level: 'warning', message: 'rows come without custom fields' } as const;
    const error = { level: 'error', message: "no ticket type 'Lead'" } as const;
    const of = async (...lines: (typeof ok | typeof warning | typeof error)[]) =>
      checkPsa({ checkPsa: async () => Promise.resolve(lines) });
    expect(await of(ok, warning)).toEqual({
      kind: 'done',
      result: { ready: true, problems: [warning], checked: [ok.message] },
    });
    expect(await of(warning, ok, error)).toMatchObject({
      result: { ready: false, problems: [error, warning] },
    });
  });

  it.each([new PsaUnavailableError('The PSA did not respond'), new PsaCredentialsError('refused', 401)])(
    'reports a PSA that does not respond as a result: %s',
    async (error) => {
      expect(await failing(error)).toEqual({
        kind: 'done',
        result: { ready: false, problems: [{ level: 'error', message: error.message }], checked: [] },
      });
    },
  );

  it('waits for the budget like any other job', async () => {
    const error = new PsaBudgetError(1);
    await expect(failing(error)).rejects.toBe(error);
  });
});

import { describe, expect, it } from '@jest/globals';

import type { PsaSetupProblem } from '@leadbridge/integrations';

import { checkPsa } from './check-psa.js';

const warning = { level: 'warning', message: "no status 'Won'; there are: New (1)" } as const;
const error = { level: 'error', message: "no ticket type 'Lead'; there are: Incident (1)" } as const;

async function run(problems: readonly PsaSetupProblem[], json = false) {
  const lines: string[] = [];
  const terminal = { result: (line: string) => void lines.push(line) };
  const ready = await checkPsa({ terminal, check: async () => Promise.resolve(problems) }, { json });
  return { ready, lines };
}

describe('leadbridge psa check', () => {
  it('says that jobs may run, in spite of warnings', async () => {
    expect(await run([warning])).toEqual({
      ready: true,
      lines: [`warning: ${warning.message}`, 'The PSA has what jobs need (1 warnings)'],
    });
  });

  it('names what is missing, errors first, and that jobs wait', async () => {
    expect(await run([warning, error])).toEqual({
      ready: false,
      lines: [
        `error: ${error.message}`,
        `warning: ${warning.message}`,
        'The PSA lacks what jobs need: they wait (1 errors, 1 warnings)',
      ],
    });
  });

  it('says the same for programs', async () => {
    const { ready, lines } = await run([error], true);
    expect([ready, JSON.parse(lines[0] ?? '')]).toEqual([
      false,
      { ready: false, problems: [error], checked: [] },
    ]);
  });

  it('names what was tried and holds first, and counts it as no problem', async () => {
    const ok = { level: 'ok', message: 'the PSA responds' } as const;
    expect((await run([warning, ok])).lines).toEqual([
      'ok: the PSA responds',
      `warning: ${warning.message}`,
      'The PSA has what jobs need (1 warnings)',
    ]);
    const { lines } = await run([ok], true);
    expect(JSON.parse(lines[0] ?? '')).toEqual({ ready: true, problems: [], checked: ['the PSA responds'] });
  });
});

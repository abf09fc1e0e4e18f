import { describe, expect, it } from '@jest/globals';

import { withCommandLine } from './command-line.js';
import { readConfig } from './config.js';

describe('withCommandLine', () => {
  it('puts the dialect, its quirks and its incidents into the settings', () => {
    const config = readConfig({ PSA_DIALECT: 'spec', SIMULATOR_FOREIGN_INCIDENTS: '7' }, [
      '--dialect',
      'halopsa',
      '--quirk',
      'returnAll=short',
      '--quirk',
      'singleLineFields=102+106',
    ]);
    expect(config).toMatchObject({
      psaDialect: 'halopsa',
      haloQuirks: { returnAll: 'short', singleLineFields: [102, 106] },
      foreignIncidents: 7,
    });
  });

  it('says how it is used where it does not know an option', () => {
    expect(() => withCommandLine(['--colour', 'red'], {})).toThrow(/--colour[^]*--dialect spec\|halopsa/);
  });
});

import { describe, expect, it } from '@jest/globals';
import { defaultSources, findSource, FLAT_FIELDS, readPayload } from '@leadbridge/domain';
import { readCsv } from '@leadbridge/platform';
import type { Command } from 'commander';

import { createProgram } from '../program.js';
import { exampleFile, importHelp } from './import-help.js';

describe('the help of the import', () => {
  it.each(FLAT_FIELDS)('names the column %s', (field) => {
    expect(importHelp()).toMatch(new RegExp(`^ .*\\b${field}\\b`, 'mu'));
  });

  it('fits into a window of 100 columns', () => {
    expect(
      Math.max(
        ...importHelp()
          .split('\n')
          .map(({ length }) => length),
      ),
    ).toBeLessThanOrEqual(100);
  });

  it('shows a file whose rows are read without a warning', async () => {
    const source = findSource(defaultSources, 'csv');
    const { columns, rows } = await readCsv([Buffer.from(exampleFile.join('\n'))]);
    const read = [];
    for await (const { cells } of rows) {
      const data = Object.fromEntries(columns.map((name, index) => [name, cells[index]]));
      read.push(source === null ? null : readPayload(source, data, { defaultCountry: 'US' }));
    }
    expect(read).toMatchObject([
      { ok: true, warnings: [], lead: { email: 'jane.doe@example.com', phone: '+442079460018' } },
      { ok: true, warnings: [], lead: { company: { name: 'Exemple, SA' }, phone: '+33199001234' } },
    ]);
  });

  it('is shown by the command', async () => {
    const unused = (): never => {
      throw new Error('The help needs nothing');
    };
    const program = createProgram({
      loadConfig: unused,
      loadPsaConfig: unused,
      terminal: { result: unused, note: unused, progress: unused, confirm: unused, onInterrupt: unused },
      done: unused,
    });
    let shown = '';
    const command = program.commands.find((each: Command) => each.name() === 'import');
    command?.configureOutput({ writeOut: (text) => (shown += text) });
    await expect(program.parseAsync(['node', 'leadbridge', 'import', '--help'])).rejects.toThrow(
      'outputHelp',
    );
    expect(shown).toContain('--failures');
    expect(shown).toContain(importHelp());
  });
});

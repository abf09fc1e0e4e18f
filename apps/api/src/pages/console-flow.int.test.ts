import { expect, it } from '@jest/globals';

import { browserProgram, startBrowser } from './testing/browser.js';
import { startConsoleSystem } from './testing/console-system.js';
import { importWithFaults } from './testing/import-in-browser.js';
import { signInAt } from './testing/sign-in.js';

if (browserProgram === null) {
  it('runs no browser: this machine has no chromium', () => {
    process.stdout.write('The console was not tested in a browser: there is no chromium here\n');
    expect(browserProgram).toBeNull();
  });
} else {
  // The other screens, the keyboard, the looks and the second factor are in `console.full.test.ts`.
  it('an operator signs in to the console, and imports a file after a dry run', async () => {
    const system = await startConsoleSystem();
    const browser = await startBrowser({ width: 1440, height: 900 }, { moves: true });
    try {
      const operator = await system.addPerson('operator');
      const page = await browser.newPage();
      await signInAt(page, `${system.baseUrl}/console/import`, operator);
      const failedRows = await importWithFaults(page, system, () => Promise.resolve());
      expect(failedRows.split('\r\n')[0]).toBe(
        '\ufeffrow,Full name,Mail,Compnay,Notes,error,code,suggestion',
      );
      expect(browser.faults).toEqual([]);
    } finally {
      await browser.close();
      await system.stop();
    }
  });
}

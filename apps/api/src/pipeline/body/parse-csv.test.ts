import { describe, expect, it } from '@jest/globals';

import { parseCsv } from './parse-csv.js';

const usual = { charset: null, separator: null, maxRows: 10_000 };

describe('a table as a body', () => {
  it('keeps the process from nobody: 10 MiB in 10,000 rows', async () => {
    const row = `Jo,Doe,"${'x, '.repeat(330)}",jo@example.com\r\n`;
    const bytes = Buffer.from(`a,b,c,d\r\n${row.repeat(10_000)}`);
    let longest = 0;
    // The processor's time, as a busy machine lets every process wait.
    let last = process.cpuUsage();
    const timer = setInterval(() => {
      longest = Math.max(longest, process.cpuUsage(last).user / 1000);
      last = process.cpuUsage();
    }, 1);
    const { leads } = await parseCsv(bytes, usual);
    clearInterval(timer);
    expect(leads).toHaveLength(10_000);
    expect(longest).toBeLessThan(100);
  });

  it('reads no more rows than may come, and one that tells that there were more', async () => {
    const bytes = Buffer.from(`a\n${'1\n'.repeat(50)}`);
    expect((await parseCsv(bytes, { ...usual, maxRows: 10 })).leads).toHaveLength(11);
  });

  it('passes over the columns of a table of failed rows', async () => {
    const bytes = Buffer.from('row,Email,error,code,suggestion\n5,jo@example.com,Invalid,X,"do, it"\n');
    expect((await parseCsv(bytes, usual)).leads).toEqual([{ Email: 'jo@example.com' }]);
  });
});

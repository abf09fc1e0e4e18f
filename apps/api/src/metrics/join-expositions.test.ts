import { describe, expect, it } from '@jest/globals';

import { joinExpositions } from './join-expositions.js';

const family = (name: string, ...samples: string[]): string =>
  [`# HELP ${name} what it is`, `# TYPE ${name} gauge`, ...samples].join('\n');

describe('joinExpositions', () => {
  it('combines the series of one family below one header', () => {
    const first = `${family('lag', 'lag 1')}\n\n${family('calls', 'calls{path="/a"} 2')}\n`;
    const second = `${family('lag', 'lag{instance="w1"} 3')}\n\n${family('waiting', 'waiting 4')}\n`;
    expect(joinExpositions([first, second])).toBe(
      [
        family('lag', 'lag 1', 'lag{instance="w1"} 3'),
        family('calls', 'calls{path="/a"} 2'),
        family('waiting', 'waiting 4'),
      ].join('\n\n') + '\n',
    );
  });

  it('leaves one text as it is', () => {
    const text = `${family('lag', 'lag 1', 'lag 2')}\n`;
    expect(joinExpositions([text, ''])).toBe(text);
  });

  it('drops lines without a header', () => {
    expect(joinExpositions(['lag 1\n# a remark\n'])).toBe('');
  });
});

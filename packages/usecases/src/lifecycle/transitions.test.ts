import { describe, expect, it } from '@jest/globals';

import { transitionTo, type TransitionSubject } from './transitions.js';

const lead: TransitionSubject = {
  kind: 'lead',
  recordId: 7,
  leadId: 7,
  source: 'provider_a',
  status: 'contacted',
  history: [
    { from: null, to: 'new_lead', at: '2026-11-01T00:00:00.000Z', by: 'import', reason: null },
    { from: 'researching', to: 'contacted', at: '2026-11-02T00:00:00.000Z', by: 'Desk', reason: null },
  ],
};

describe('a transition', () => {
  it('has an entry in the history, and the time spent in the previous state for analytics', () => {
    const cause = { at: '2026-11-02T01:30:00.500Z', by: 'Desk', reason: 'Asked for a demonstration' };
    expect(transitionTo(lead, 'engaged', cause)).toEqual({
      change: { from: 'contacted', to: 'engaged', ...cause },
      transition: {
        kind: 'lead',
        recordId: 7,
        leadId: 7,
        source: 'provider_a',
        from: 'contacted',
        to: 'engaged',
        at: cause.at,
        secondsInFrom: 5_400.5,
      },
    });
  });

  it.each([
    ['a clock that is behind', lead.history, '2026-11-01T23:59:59.000Z'],
    ['no history', [], '2026-11-05T00:00:00.000Z'],
  ])('took no time with %s', (_name, history, at) => {
    const { transition } = transitionTo({ ...lead, history }, 'engaged', { at, by: 'psa', reason: null });
    expect(transition.secondsInFrom).toBe(0);
  });
});

import { describe, expect, it } from '@jest/globals';
import type { AlertData, WebhookFormat } from '@leadbridge/contracts';
import fc from 'fast-check';

import { serialiseEvent } from './event-body.js';

const now = Date.parse('2026-01-31T09:05:00.000Z');
const imported = {
  eventId: 'evt_1',
  eventType: 'lead.created',
  occurredAt: '2026-01-31T09:00:00.000Z',
  data: { lead_id: 7, psa_ticket_id: null, source: 'a & <b>', job_id: 'job_1' },
};
const bodyOf = (
  format: WebhookFormat,
  event: Omit<typeof imported, 'data'> & { readonly data: object } = imported,
): unknown => JSON.parse(serialiseEvent({ ...event, data: { ...event.data }, format }, now));

describe('the body of an event', () => {
  it('has all data, and when it is sent, in the standard format', () => {
    expect(bodyOf('standard')).toEqual({
      id: 'evt_1',
      type: 'lead.created',
      timestamp: '2026-01-31T09:05:00.000Z',
      data: { ...imported.data, occurred_at: imported.occurredAt },
    });
  });

  it('is a line with the type and the ids for Slack and Teams', () => {
    expect(bodyOf('slack')).toEqual({ text: '*lead.created lead_id 7 job_id job_1*' });
    expect(bodyOf('teams')).toEqual({
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          contentUrl: null,
          content: {
            $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
            type: 'AdaptiveCard',
            version: '1.4',
            body: [
              {
                type: 'TextBlock',
                text: 'lead.created lead_id 7 job_id job_1',
                wrap: true,
                weight: 'bolder',
              },
            ],
          },
        },
      ],
    });
  });

  it('says that a test is one', () => {
    const test = { ...imported, eventType: 'webhook.test', data: { ...imported.data, webhook_id: 'wh_1' } };
    expect(bodyOf('slack', test)).toEqual({
      text: expect.stringMatching(/^\*webhook\.test .*webhook_id wh_1\*\nThis is a test of Leadbridge\.$/),
    });
  });

  it('has what is the matter, since when, what it means, and where to read more of an alert', () => {
    const data: AlertData = {
      ...{ alert: 'mapping_missing', subject: 'mapping', since: '2026-01-31T08:55:00.000Z' },
      summary: 'The PSA lacks <a> & "b"',
      meaning: 'Jobs wait.',
      runbook_url: 'https://wiki.example.com/runbook?a=1&b=2#mapping_missing',
    };
    const raised = { ...imported, eventType: 'alert.raised', data: { ...data } };
    expect(bodyOf('standard', raised)).toMatchObject({
      type: 'alert.raised',
      data: { ...data, occurred_at: imported.occurredAt },
    });
    expect(bodyOf('slack', raised)).toEqual({
      text: [
        '*The PSA lacks &lt;a&gt; &amp; "b"*',
        'Since 2026-01-31T08:55:00.000Z. Jobs wait.',
        'Runbook: https://wiki.example.com/runbook?a=1&amp;b=2#mapping_missing',
      ].join('\n'),
    });
    expect(JSON.stringify(bodyOf('teams', raised))).toContain(JSON.stringify(`Runbook: ${data.runbook_url}`));
    const resolved = {
      ...raised,
      eventType: 'alert.resolved',
      data: { ...data, resolved_at: '2026-01-31T08:59:00.000Z' },
    };
    expect(bodyOf('slack', resolved)).toEqual({
      text: expect.stringMatching(
        /^\*Resolved: The PSA lacks [^\n]+\nFrom 2026-01-31T08:55:00\.000Z to 2026-01-31T08:59:00\.000Z\. Jobs wait\.\n/u,
      ),
    });
  });

  it('is escaped for Slack, whatever an id holds', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('<', '>', '&', '!', '@', 'a', ';') }), (job_id) => {
        const { text } = bodyOf('slack', { ...imported, data: { ...imported.data, job_id } }) as {
          text: string;
        };
        expect(text).not.toMatch(/[<>]|&(?!amp;|lt;|gt;)/u);
        const readByPeople = text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
        expect(readByPeople).toContain(job_id);
      }),
    );
  });
});

import type { OutgoingEvent } from '@leadbridge/usecases';

import { eventText, type EventText } from './event-text.js';

/** What a target gets of an event; `standard` is the only format with all of its data. */
type SentEvent = Pick<OutgoingEvent, 'format' | 'eventId' | 'eventType' | 'occurredAt' | 'data'>;

/** Exactly this text is signed and sent. The timestamp of `standard` is the time of sending. */
export function serialiseEvent(event: SentEvent, now: number): string {
  switch (event.format) {
    case 'standard':
      return JSON.stringify({
        id: event.eventId,
        type: event.eventType,
        timestamp: new Date(now).toISOString(),
        data: { ...event.data, occurred_at: event.occurredAt },
      });
    case 'slack':
      return JSON.stringify(slackMessage(eventText(event)));
    case 'teams':
      return JSON.stringify(teamsMessage(eventText(event)));
  }
}

/** A message for an incoming webhook of Slack: https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks */
function slackMessage({ title, lines }: EventText): object {
  return { text: [`*${escapeForSlack(title)}*`, ...lines.map(escapeForSlack)].join('\n') };
}

/** Slack reads these three as the begin of an entity, a link or a mention. */
function escapeForSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** A message for an incoming webhook of Microsoft Teams, or for a workflow that posts what it gets as a card. */
function teamsMessage({ title, lines }: EventText): object {
  const block = (text: string, more: object = {}): object => ({
    type: 'TextBlock',
    text,
    wrap: true,
    ...more,
  });
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [block(title, { weight: 'bolder' }), ...lines.map((line) => block(line))],
        },
      },
    ],
  };
}

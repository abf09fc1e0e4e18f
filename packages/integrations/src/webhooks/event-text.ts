import { testEvent, type AlertData } from '@leadbridge/contracts';
import type { OutgoingEvent } from '@leadbridge/usecases';

export interface EventText {
  readonly title: string;
  readonly lines: readonly string[];
}

type NamedEvent = Pick<OutgoingEvent, 'eventType' | 'data'>;

export function eventText(event: NamedEvent): EventText {
  return isAlert(event) ? alertText(event.data) : idsText(event);
}

function isAlert(event: NamedEvent): event is NamedEvent & { readonly data: AlertData } {
  return event.eventType.startsWith('alert.');
}

function alertText({
  summary,
  since,
  meaning,
  runbook_url: runbook,
  resolved_at: end,
}: AlertData): EventText {
  const time = end === undefined ? `Since ${since}` : `From ${since} to ${end}`;
  return {
    title: end === undefined ? summary : `Resolved: ${summary}`,
    lines: [`${time}. ${meaning}`, `Runbook: ${runbook}`],
  };
}

/** The type of an event with the ids of its records. */
function idsText({ eventType, data }: NamedEvent): EventText {
  const ids = Object.entries(data)
    .filter(([key, value]) => key.endsWith('_id') && value !== null)
    .map(([key, value]) => `${key} ${String(value)}`);
  return {
    title: [eventType, ...ids].join(' '),
    lines: eventType === testEvent ? ['This is a test of Leadbridge.'] : [],
  };
}

import { testEvent } from '@leadbridge/contracts';
import type { OutgoingEvent } from '@leadbridge/usecases';

/** An event in words, for messages that people read. */
export interface EventText {
  readonly title: string;
  readonly lines: readonly string[];
}

/** The type of an event with the ids of its records. */
export function eventText({ eventType, data }: Pick<OutgoingEvent, 'eventType' | 'data'>): EventText {
  const ids = Object.entries(data)
    .filter(([key, value]) => key.endsWith('_id') && value !== null)
    .map(([key, value]) => `${key} ${String(value)}`);
  const title = [eventType, ...ids].join(' ');
  return { title, lines: eventType === testEvent ? ['This is a test of Leadbridge.'] : [] };
}

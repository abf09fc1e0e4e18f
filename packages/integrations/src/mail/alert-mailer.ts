import type { AlertMailer } from '@leadbridge/usecases';

import { eventText } from '../webhooks/event-text.js';
import type { MailTransport } from './mail-transport.js';

/** The code of SMTP for a mail that was taken. */
const taken = 250;

export function createAlertMailer(transport: MailTransport, to: readonly string[]): AlertMailer {
  return {
    async send(event) {
      const { title, lines } = eventText(event);
      const paragraphs = [title, ...lines].map(wrapped);
      try {
        await transport.send({
          to,
          subject: `Leadbridge: ${title}`,
          text: `${paragraphs.join('\n\n')}\n`,
          messageId: `<${event.eventId}@leadbridge>`,
        });
        return { kind: 'responded', status: taken, retryAfterMilliseconds: null, response: '' };
      } catch {
        // The library's error contains the addresses and the conversation with the server.
        return { kind: 'no_response', error: 'The mail server did not take the mail' };
      }
    },
    close: () => {
      transport.close();
    },
  };
}

/** Lines that need no encoding, which would cut addresses in pieces for whoever reads the mail as it is sent. */
function wrapped(text: string): string {
  return text.replace(/(?<line>.{1,72})(?: |$)/gu, '$<line>\n').trimEnd();
}

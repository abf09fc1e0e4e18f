import { AppError } from '@leadbridge/platform';
import type { CodeMessenger } from '@leadbridge/usecases';

import type { MailTransport } from '../mail/mail-transport.js';

export function createEmailMessenger(transport: MailTransport): CodeMessenger & { close(): void } {
  return {
    async send(to, code) {
      try {
        await transport.send({
          to: [to],
          subject: 'Your sign-in code',
          text: `${code} is your code for Leadbridge. It works once, within ten minutes.\n\nIf you did not request it, change your password.\n`,
        });
      } catch {
        throw new AppError('EXTERNAL_API_ERROR', 'The email with the code could not be sent');
      }
    },
    close: () => {
      transport.close();
    },
  };
}

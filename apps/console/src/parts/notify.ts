import { notifications } from '@mantine/notifications';

export function tellDone(message: string): void {
  notifications.show({ message, color: 'green' });
}

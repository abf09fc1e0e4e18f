import '@mantine/notifications/styles.css';

import { Notifications } from '@mantine/notifications';

/** Where what was done is told. */
export function Notices() {
  return <Notifications position="bottom-right" />;
}

import '@mantine/notifications/styles.css';

import { Notifications } from '@mantine/notifications';

/** Where what was done is told: below the header, as the main button of a step is at the bottom. */
export function Notices() {
  return <Notifications position="top-right" mt={44} />;
}

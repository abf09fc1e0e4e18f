import '@fontsource-variable/inter/wght.css';
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './console.css';

import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryCache, QueryClient, QueryClientProvider, MutationCache } from '@tanstack/react-query';
import { LeadbridgeError } from '@leadbridge/client';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';

import { router } from './router.js';
import { SecondFactorGate } from './second-factor/gate.js';
import { setSessionEnded } from './session/ended-session.js';
import { SetupPage } from './setup/setup-page.js';
import { SessionGate } from './session/session-gate.js';
import { sessionPath } from './session/session.js';
import { readableColors, theme } from './theme.js';

const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
// Where the libraries that write style elements look for it.
Object.assign(globalThis, { __webpack_nonce__: nonce });

/** A wrong password or code is refused with the same status: whether the session has ended, only the session itself tells. */
const noticeEnd = (error: Error, path?: unknown): void => {
  if (!(error instanceof LeadbridgeError) || error.status !== 401) {
    return;
  }
  if (path === sessionPath) {
    setSessionEnded(true);
  } else {
    void client.invalidateQueries({ queryKey: [sessionPath] });
  }
};

const client = new QueryClient({
  queryCache: new QueryCache({ onError: (error, { queryKey: [path] }) => noticeEnd(error, path) }),
  mutationCache: new MutationCache({ onError: (error) => noticeEnd(error) }),
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // The client retries temporary failures; the page of a proxy without a service is no response of the service.
      retry: (failures, error) => failures < 2 && error instanceof LeadbridgeError && error.status === 502,
    },
  },
});

/** A one-time link is for somebody who cannot sign in yet. */
const isSetup = /^\/console\/setup\/?$/u.test(location.pathname);

const root = document.getElementById('root');
if (root !== null) {
  createRoot(root).render(
    <MantineProvider
      theme={theme}
      cssVariablesResolver={readableColors}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <Notifications position="bottom-right" />
      <QueryClientProvider client={client}>
        {isSetup ? (
          <SetupPage token={location.hash.slice(1)} />
        ) : (
          <SessionGate>
            <SecondFactorGate>
              <RouterProvider router={router} />
            </SecondFactorGate>
          </SessionGate>
        )}
      </QueryClientProvider>
    </MantineProvider>,
  );
}

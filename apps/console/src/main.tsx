import '@mantine/core/styles.layer.css';
import './fonts/inter.css';
import './console.css';

import { MantineProvider } from '@mantine/core';
import { QueryCache, QueryClient, QueryClientProvider, MutationCache } from '@tanstack/react-query';
import { LeadbridgeError } from '@leadbridge/client';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { createRoot } from 'react-dom/client';

import { part } from './api/part.js';
import { keepFocus } from './parts/keep-focus.js';
import { useNotified } from './api/notify.js';
import { router } from './router.js';
import { SecondFactorGate } from './second-factor/gate.js';
import { setSessionEnded } from './session/ended-session.js';
import { SessionGate } from './session/session-gate.js';
import { sessionPath } from './session/session.js';
import { readableColors, theme } from './theme.js';

const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
// Where the libraries that write style elements look for it.
Object.assign(globalThis, { __webpack_nonce__: nonce });

/**
 * A wrong password or code is refused with the same status as a session that has ended, and what needs another proof as what a role may not:
 * only the session itself tells which it is, and with which rights it goes on.
 */
const noticeRefusal = (error: Error, path?: unknown): void => {
  if (!(error instanceof LeadbridgeError) || (error.status !== 401 && error.status !== 403)) {
    return;
  }
  if (path !== sessionPath) {
    void client.invalidateQueries({ queryKey: [sessionPath] });
  } else if (error.status === 401) {
    setSessionEnded(true);
  }
};

const client = new QueryClient({
  queryCache: new QueryCache({ onError: (error, { queryKey: [path] }) => noticeRefusal(error, path) }),
  mutationCache: new MutationCache({ onError: (error) => noticeRefusal(error) }),
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // The client retries temporary failures; the page of a proxy without a service is no response of the service.
      retry: (failures, error) => failures < 2 && error instanceof LeadbridgeError && error.status === 502,
    },
  },
});

const SetupPage = lazy(part(async () => ({ default: (await import('./setup/setup-page.js')).SetupPage })));
const Notices = lazy(part(async () => ({ default: (await import('./parts/notices.js')).Notices })));

function NoticesOnce() {
  return <Suspense>{useNotified() ? <Notices /> : null}</Suspense>;
}

/** A one-time link is for somebody who cannot sign in yet. */
const isSetup = /^\/console\/setup\/?$/u.test(location.pathname);

keepFocus();

const root = document.getElementById('root');
if (root !== null) {
  createRoot(root).render(
    <MantineProvider
      theme={theme}
      cssVariablesResolver={readableColors}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <NoticesOnce />
      <QueryClientProvider client={client}>
        {isSetup ? (
          <Suspense>
            <SetupPage token={location.hash.slice(1)} />
          </Suspense>
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

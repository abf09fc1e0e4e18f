import {
  ActionIcon,
  Alert,
  AppShell,
  Burger,
  Button,
  Group,
  NavLink,
  ScrollArea,
  Text,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

import { useSession } from '../session/session.js';
import { signOut } from '../session/sign-out.js';
import { useChanges } from '../session/use-changes.js';
import { isAt, placesFor } from './navigation.js';
import { SecondFactorNotice } from './second-factor-notice.js';

const elsewhere = [
  ['/admin/queues', 'Queues'],
  ['/docs', 'API'],
] as const;

/** The frame of every screen: where one is, where one may go, and who one is. */
export function Shell() {
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const content = useRef<HTMLElement>(null);
  const { permissions } = useSession();
  const isLive = useChanges();
  const { pathname } = useLocation();
  const offered = placesFor(permissions);
  const name = offered.find((place) => isAt(place, pathname))?.name ?? 'Console';

  useEffect(() => {
    document.title = `${name} · Leadbridge`;
    close();
  }, [name, pathname, close]);

  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 220, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding="md"
    >
      <SkipLink onSkip={() => content.current?.focus()} />
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger
              opened={isOpen}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={isOpen ? 'Close the navigation' : 'Open the navigation'}
            />
            <Text fw={700}>Leadbridge</Text>
          </Group>
          <Person />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" aria-label="Screens">
        <ScrollArea>
          <Places offered={offered} pathname={pathname} />
        </ScrollArea>
      </AppShell.Navbar>
      <AppShell.Main id="content" ref={content} tabIndex={-1}>
        {isLive ? null : (
          <Alert color="yellow" mb="md" role="status">
            There are no live updates at the moment. What you see is read again every two minutes.
          </Alert>
        )}
        {pathname === '/account' ? null : <SecondFactorNotice />}
        <Outlet />
      </AppShell.Main>
    </AppShell>
  );
}

/** The first thing that the keyboard reaches. */
function SkipLink({ onSkip }: { readonly onSkip: () => void }) {
  return (
    <a
      className="skip-link"
      href="#content"
      onClick={(event) => {
        event.preventDefault();
        onSkip();
      }}
    >
      Skip to the content
    </a>
  );
}

function Places({
  offered,
  pathname,
}: {
  readonly offered: ReturnType<typeof placesFor>;
  readonly pathname: string;
}) {
  return (
    <>
      {offered.map((place) => (
        <NavLink
          key={place.path}
          renderRoot={(props) => <Link to={place.path} {...props} />}
          label={place.name}
          active={isAt(place, pathname)}
          aria-current={isAt(place, pathname) ? 'page' : undefined}
        />
      ))}
      {elsewhere.map(([href, label]) => (
        <NavLink key={href} href={href} label={label} />
      ))}
    </>
  );
}

function Person() {
  const { user } = useSession();
  return (
    <Group gap="xs" wrap="nowrap">
      <Text size="sm" truncate maw={180} visibleFrom="xs">
        {user.name}
      </Text>
      <ColorScheme />
      <Button variant="default" size="xs" onClick={() => void signOut()}>
        Sign out
      </Button>
    </Group>
  );
}

function ColorScheme() {
  const { setColorScheme } = useMantineColorScheme();
  const shown = useComputedColorScheme('light');
  const other = shown === 'dark' ? 'light' : 'dark';
  return (
    <ActionIcon
      variant="default"
      size="md"
      onClick={() => setColorScheme(other)}
      aria-label={`Use ${other} colors`}
    >
      <span aria-hidden>{shown === 'dark' ? '☀' : '☾'}</span>
    </ActionIcon>
  );
}

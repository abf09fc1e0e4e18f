import {
  ActionIcon,
  Alert,
  AppShell,
  Burger,
  Button,
  Group,
  ScrollArea,
  Text,
  VisuallyHidden,
} from '@mantine/core';
import { useDisclosure, useHotkeys, useLocalStorage } from '@mantine/hooks';
import { IconLayoutSidebar, IconSearch } from '@tabler/icons-react';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef } from 'react';

import { useSession } from '../session/session.js';
import { useChanges } from '../session/use-changes.js';
import { AccountMenu } from './account-menu.js';
import { Forbidden } from './forbidden.js';
import { mayOpen, placeAt } from './navigation.js';
import { Places } from './places.js';
import { SecondFactorNotice } from './second-factor-notice.js';

const Palette = lazy(async () => import('./palette.js').then(({ Palette: found }) => ({ default: found })));

/** Screens that the navigation has no entry for. */
const otherNames: Readonly<Record<string, string>> = { '/account': 'Account' };

/** The frame of every screen: where one is, where one may go, and who one is. */
export function Shell() {
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const [isNarrow, setNarrow] = useLocalStorage({ key: 'navigation-hidden', defaultValue: false });
  const content = useRef<HTMLElement>(null);
  const { permissions } = useSession();
  const isLive = useChanges();
  const { pathname, searchStr } = useLocation();
  const name = placeAt(pathname, searchStr)?.name ?? otherNames[pathname] ?? 'Console';

  useEffect(() => {
    document.title = `${name} · Leadbridge`;
    close();
  }, [name, pathname, searchStr, close]);

  return (
    <AppShell
      header={{ height: 52 }}
      navbar={{ width: 220, breakpoint: 'sm', collapsed: { mobile: !isOpen, desktop: isNarrow } }}
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
            <ActionIcon
              variant="subtle"
              color="gray"
              visibleFrom="sm"
              onClick={() => setNarrow(!isNarrow)}
              aria-label={isNarrow ? 'Show the navigation' : 'Hide the navigation'}
            >
              <IconLayoutSidebar size={18} aria-hidden />
            </ActionIcon>
            <Mark />
          </Group>
          <Group gap="xs" wrap="nowrap">
            <Find />
            <AccountMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" aria-label="Screens">
        <ScrollArea type="auto">
          <Places />
        </ScrollArea>
      </AppShell.Navbar>
      <AppShell.Main id="content" ref={content} tabIndex={-1}>
        <div className="screen">
          {isLive ? null : (
            <Alert color="yellow" mb="md" role="status">
              There are no live updates at the moment. What you see is read again every two minutes.
            </Alert>
          )}
          {pathname === '/account' ? null : <SecondFactorNotice />}
          {mayOpen(pathname, permissions) ? <Outlet /> : <Forbidden />}
        </div>
      </AppShell.Main>
    </AppShell>
  );
}

function Mark() {
  return (
    <Link to="/" className="mark">
      <img src="/console/icon.svg" alt="" width={22} height={22} />
      <Text component="span" fw={600}>
        Leadbridge
      </Text>
    </Link>
  );
}

/** Opens the palette, as its keys do. */
function Find() {
  const [isOpen, { open, close }] = useDisclosure(false);
  useHotkeys([['mod+K', open]], []);
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconSearch size={14} aria-hidden />}
        onClick={open}
        aria-keyshortcuts="Control+K Meta+K"
      >
        <VisuallyHidden>Find</VisuallyHidden>
        <Text component="span" aria-hidden size="sm" visibleFrom="xs">
          Find … Ctrl K
        </Text>
      </Button>
      <Suspense>{isOpen ? <Palette onClose={close} /> : null}</Suspense>
    </>
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

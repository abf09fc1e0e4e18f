import { ActionIcon, Alert, Burger, Button, Group, Text, VisuallyHidden } from '@mantine/core';
import { useDisclosure, useHotkeys, useLocalStorage } from '@mantine/hooks';
import { TbLayoutSidebar, TbSearch } from 'react-icons/tb';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';

import { part } from '../api/part.js';
import { useReachable } from '../api/reachable.js';
import { Mark } from '../parts/mark.js';
import { useSession } from '../session/session.js';
import { useChanges } from '../session/use-changes.js';
import { AccountButton } from './account-button.js';
import { Forbidden } from './forbidden.js';
import { mayOpen, placeAt } from './navigation.js';
import { Places } from './places.js';
import { SecondFactorNotice } from './second-factor-notice.js';

const Palette = lazy(part(async () => ({ default: (await import('./palette.js')).Palette })));

const loadAccountMenu = part(async () => import('./account-menu.js'));
const AccountMenu = lazy(async () => ({ default: (await loadAccountMenu()).AccountMenu }));

/** Screens that the navigation has no entry for. */
const otherNames: Readonly<Record<string, string>> = { '/account': 'Account' };

/** The frame of every screen: where one is, where one may go, and who one is. */
export function Shell() {
  const [isNarrow, setNarrow] = useLocalStorage({ key: 'navigation-hidden', defaultValue: false });
  const { isOpen, toggle, content, burger } = useNavigationFocus();
  const { permissions } = useSession();
  const { pathname, searchStr } = useLocation();
  const name = placeAt(pathname, searchStr)?.name ?? otherNames[pathname] ?? 'Console';

  useEffect(() => {
    document.title = `${name} · Leadbridge`;
  }, [name]);

  return (
    <div className={['shell', isOpen ? 'open' : '', isNarrow ? 'narrow' : ''].join(' ')}>
      <SkipLink onSkip={() => content.current?.focus()} />
      <header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger
              ref={burger}
              opened={isOpen}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-expanded={isOpen}
              aria-label={isOpen ? 'Close the navigation' : 'Open the navigation'}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              visibleFrom="sm"
              onClick={() => setNarrow(!isNarrow)}
              aria-label={isNarrow ? 'Show the navigation' : 'Hide the navigation'}
            >
              <TbLayoutSidebar size={18} aria-hidden />
            </ActionIcon>
            <Link to="/" className="mark">
              <Mark />
            </Link>
          </Group>
          <Group gap="xs" wrap="nowrap">
            <Find />
            <Account />
          </Group>
        </Group>
      </header>
      <nav aria-label="Screens">
        <Places />
      </nav>
      <main id="content" ref={content} tabIndex={-1}>
        <div className="screen">
          <Connection />
          {pathname === '/account' ? null : <SecondFactorNotice />}
          {mayOpen(pathname, permissions) ? <Outlet /> : <Forbidden />}
        </div>
      </main>
    </div>
  );
}

/** Whoever has gone to another screen goes on at its beginning; on a phone the navigation, which covered it, closes. */
function useNavigationFocus() {
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const content = useRef<HTMLElement>(null);
  const burger = useRef<HTMLButtonElement>(null);
  const { href, pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(close, [href, close]);
  useEffect(() => {
    if (pathname !== shown.current) {
      shown.current = pathname;
      content.current?.focus({ preventScroll: true });
    }
  }, [pathname]);
  const leave = (): void => {
    if (isOpen) {
      close();
      burger.current?.focus();
    }
  };
  useHotkeys([['Escape', leave]]);
  return { isOpen, toggle, content, burger };
}

/** Whether what is shown may be old. */
function Connection() {
  const isLive = useChanges();
  const isReachable = useReachable();
  return isLive && isReachable ? null : (
    <Alert color="yellow" mb="md" role="status">
      {isReachable
        ? 'There are no live updates at the moment. What you see is read again every two minutes.'
        : 'The service is away, trying again. What you see may be old until it is back.'}
    </Alert>
  );
}

/** The menu is loaded when somebody is about to open it. */
function Account() {
  const [isAsked, setAsked] = useState(false);
  const closed = (
    <AccountButton
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={() => void loadAccountMenu()}
      onClick={() => setAsked(true)}
    />
  );
  return isAsked ? (
    <Suspense fallback={closed}>
      <AccountMenu />
    </Suspense>
  ) : (
    closed
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
        leftSection={<TbSearch size={14} aria-hidden />}
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

import { Badge, Button, NavLink, Stack, Text } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { useId } from 'react';

import type { HealthResponse } from '@leadbridge/contracts';

import { useCount, useRead } from '../api/hooks.js';
import { formatNumber } from '../parts/format.js';
import { placeOf } from '../parts/search.js';
import { useSession } from '../session/session.js';
import { groupsFor, placeAt, type Place, type PlaceGroup } from './navigation.js';

/** The entries of the navigation, in groups, with the number of what waits there. */
export function Places() {
  const { permissions } = useSession();
  const { pathname, searchStr } = useLocation();
  const current = placeAt(pathname, searchStr);
  const { data: health } = useRead<HealthResponse>('/health');
  const counts: Readonly<Record<string, number>> = {
    '/jobs': (health?.queue.active ?? 0) + (health?.queue.waiting ?? 0),
    '/company-matches': useCount('/company-matches', { status: 'open' }).data ?? 0,
  };
  const occasions = [current?.path, ...Object.keys(counts).filter((path) => counts[path] !== 0)];
  return (
    <Stack gap="md">
      {groupsFor(permissions, occasions).map((group) => (
        <Group key={group.heading ?? ''} group={group} current={current} counts={counts} />
      ))}
    </Stack>
  );
}

function Group({
  group: { heading, places },
  current,
  counts,
}: {
  readonly group: PlaceGroup;
  readonly current: Place | undefined;
  readonly counts: Readonly<Record<string, number>>;
}) {
  const headingId = useId();
  const entries = places.map((place) => (
    <Entry key={place.path} place={place} isCurrent={place === current} waiting={counts[place.path] ?? 0} />
  ));
  return heading === null ? (
    <Stack gap={4}>{entries}</Stack>
  ) : (
    <div role="group" aria-labelledby={headingId}>
      <Text id={headingId} size="xs" fw={600} c="dimmed" px="sm" mb={2}>
        {heading}
      </Text>
      {entries}
    </div>
  );
}

function Entry({
  place: { path, name, icon: PathIcon },
  isCurrent,
  waiting,
}: {
  readonly place: Place;
  readonly isCurrent: boolean;
  readonly waiting: number;
}) {
  const link = { ...placeOf(path), 'aria-current': isCurrent ? ('page' as const) : undefined };
  const icon = <PathIcon size={18} strokeWidth={1.7} aria-hidden />;
  if (path === '/import') {
    return (
      <Button
        renderRoot={(props) => <Link {...link} {...props} />}
        leftSection={icon}
        justify="flex-start"
        px="sm"
        my={4}
      >
        {name}
      </Button>
    );
  }
  return (
    <NavLink
      renderRoot={(props) => <Link {...link} {...props} />}
      className="place"
      label={name}
      leftSection={icon}
      active={isCurrent}
      rightSection={
        waiting === 0 ? undefined : (
          <Badge size="sm" variant="default" aria-label={`${formatNumber(waiting)} not finished`}>
            {formatNumber(waiting)}
          </Badge>
        )
      }
    />
  );
}

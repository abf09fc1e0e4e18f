import { Combobox, Kbd, Loader, Modal, Text, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { TbSearch } from 'react-icons/tb';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

import type { LeadListResponse } from '@leadbridge/contracts';

import { useRead } from '../api/hooks.js';
import { placeOf } from '../parts/search.js';
import { useSession } from '../session/session.js';
import { pagesFor, recordPagesFor, screensFor, type Hit } from './palette-hits.js';

const shownLeads = 6;

/** Finds a lead, a job, a ticket, a request or a screen, by keyboard alone. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const [text, setText] = useState('');
  const { hits, isSearching } = useHits(text.trim());
  const navigate = useNavigate();
  // While it shows its hits, Escape reaches only it.
  const combobox = useCombobox({ opened: true, onDropdownClose: onClose });
  const { selectFirstOption } = combobox;

  const shown = hits.map(({ path }) => path).join(' ');

  // Enter opens the first hit, however it was found.
  useEffect(() => {
    selectFirstOption();
  }, [shown, selectFirstOption]);

  const open = (path: string): void => {
    onClose();
    void navigate(placeOf(path));
  };

  return (
    <Modal opened onClose={onClose} title="Find" size="lg" yOffset="10vh">
      <Combobox store={combobox} onOptionSubmit={open}>
        <Combobox.EventsTarget>
          <TextInput
            data-autofocus
            role="combobox"
            aria-label="Find a lead, job, ticket, request ID or screen"
            aria-expanded
            placeholder="Lead, company, email, job, ticket, request ID or screen"
            leftSection={<TbSearch size={16} aria-hidden />}
            rightSection={isSearching ? <Loader size="xs" aria-hidden /> : null}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        </Combobox.EventsTarget>
        <Combobox.Options mt="sm" aria-label="Hits">
          {hits.map(({ path, name, kind }) => (
            <Combobox.Option value={path} key={path}>
              <Text component="span">{name}</Text>{' '}
              <Text component="span" size="sm" c="dimmed">
                {kind}
              </Text>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox>
      {hits.length === 0 && !isSearching ? (
        <Text c="dimmed" mt="sm" role="status">
          Nothing found.
        </Text>
      ) : null}
      <Text size="xs" c="dimmed" mt="sm">
        <Kbd>↑</Kbd> <Kbd>↓</Kbd> choose, <Kbd>Enter</Kbd> open, <Kbd>Esc</Kbd> close
      </Text>
    </Modal>
  );
}

function useHits(text: string): { readonly hits: readonly Hit[]; readonly isSearching: boolean } {
  const { permissions } = useSession();
  const [searched] = useDebouncedValue(text, 150);
  const ticketId = /^#?(\d{1,15})$/u.exec(searched)?.[1];
  const byText = useRead<LeadListResponse>(
    '/leads',
    { q: searched, limit: shownLeads },
    { enabled: searched.length > 1 && ticketId === undefined, keepsPrevious: true },
  );
  const byTicket = useRead<LeadListResponse>(
    '/leads',
    { psa_ticket_id: ticketId, limit: shownLeads },
    { enabled: ticketId !== undefined },
  );
  const leads = ticketId === undefined ? (searched.length > 1 ? byText.data : undefined) : byTicket.data;
  return {
    hits: [
      ...pagesFor(text, permissions),
      ...recordPagesFor(leads?.leads ?? [], ticketId),
      ...screensFor(text, permissions),
    ],
    isSearching: text !== searched || byText.isFetching || byTicket.isFetching,
  };
}

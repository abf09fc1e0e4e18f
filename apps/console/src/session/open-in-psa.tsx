import { Anchor } from '@mantine/core';
import { TbExternalLink } from 'react-icons/tb';

import { useSession } from './session.js';

/** Leads to a ticket in the PSA's own pages, where it is known where they are. */
export function OpenInPsa({ ticketId }: { readonly ticketId: number | null }) {
  const { psa_ticket_url: pattern } = useSession();
  return pattern === null || ticketId === null ? null : (
    <Anchor href={pattern.replaceAll('{id}', String(ticketId))} target="_blank" rel="noreferrer">
      Open in PSA <TbExternalLink size={14} aria-hidden />
    </Anchor>
  );
}

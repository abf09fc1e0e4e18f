import type { SharedRecordView } from '@leadbridge/contracts';

import { Facts, type Fact } from '../../parts/facts.js';
import { Section } from '../../parts/section.js';
import { sourceLabel } from '../../parts/source-label.js';
import { OpenInPsa } from '../../session/open-in-psa.js';

/** By which numbers a record is known here and in the PSA, and where it comes from. */
export function RecordFacts({
  record: { psa_ticket_id: ticketId, source },
  name,
  more = [],
}: {
  readonly record: Pick<SharedRecordView, 'psa_ticket_id' | 'source'>;
  /** Of the record, with its number. */
  readonly name: Fact;
  readonly more?: readonly Fact[];
}) {
  const ticket = (
    <>
      {ticketId ?? 'lost'} <OpenInPsa ticketId={ticketId} />
    </>
  );
  return (
    <Section title="Record">
      <Facts facts={[name, ['Ticket', ticket], ['Source', sourceLabel(source)], ...more]} />
    </Section>
  );
}

import { byId, definitions, element, localTime } from './elements.js';
import { ticketForm } from './ticket-form.js';

function entries(title, items, empty) {
  return [
    element('h2', {}, title),
    items.length > 0
      ? element('div', { class: 'entries' }, ...items)
      : element('p', { class: 'quiet' }, empty),
  ];
}

function actionEntry(action) {
  return element(
    'div',
    { class: 'entry' },
    element('strong', {}, action.outcome),
    element('span', { class: 'quiet' }, ` ${action.who}, ${localTime(action.created_at)}`),
    element('pre', {}, action.note),
  );
}

function opportunityEntry(opportunity) {
  return element(
    'div',
    { class: 'entry' },
    element('strong', {}, `#${opportunity.id} ${opportunity.summary}`),
    element('span', { class: 'badge status' }, opportunity.status),
    element('pre', {}, opportunity.details),
    definitions(opportunity.customfields.map(({ name, value }) => [name, value])),
  );
}

let form = null;
let shownText = '';

/**
 * Shows a ticket. While a person edits, a newer state waits until the edit is saved or undone; `saved` shows it at once,
 * and says so.
 */
export function showTicket(ticket, overview, save, saved = false) {
  const text = JSON.stringify(ticket);
  if (
    text === shownText ||
    (!saved && form?.isTouched() === true && byId('ticket-body').dataset.id === String(ticket.id))
  ) {
    return;
  }
  shownText = text;
  form = ticketForm(ticket, overview, save, saved ? 'Saved.' : '');
  const body = byId('ticket-body');
  body.dataset.id = String(ticket.id);
  body.replaceChildren(
    element('h2', {}, `#${ticket.id} ${ticket.summary}`),
    element('span', { class: 'badge status' }, ticket.status),
    element('span', { class: 'badge' }, ticket.type),
    element('span', { class: 'badge' }, `${ticket.category_1} / ${ticket.category_2}`),
    definitions([
      ['Contact', ticket.contact],
      ['Email', ticket.email],
      ['Job title', ticket.user.jobtitle],
      ['Phone', ticket.user.phonenumber],
      ['Profile', ticket.user.linkedin_url],
      ['Company', ticket.company],
      ['Website', ticket.client.website],
      ['Company phone', ticket.client.phonenumber],
      ['Priority', ticket.priority_id],
      ['Created', localTime(ticket.created_at)],
      ['Last change', `${localTime(ticket.last_update_date)} by ${ticket.last_updated_by}`],
    ]),
    element('p', { class: 'details' }, ticket.details),
    ...entries(
      'Lists',
      ticket.lists.map((name) => element('span', { class: 'badge' }, name)),
      'On no list.',
    ),
    ...entries('Actions', ticket.actions.map(actionEntry), 'No Actions yet.'),
    ...(ticket.opportunities.length > 0
      ? entries('Opportunities of this contact', ticket.opportunities.map(opportunityEntry), '')
      : []),
    element('h2', {}, 'Fields'),
    form.form,
  );
  body.hidden = false;
  byId('nothing-open').hidden = true;
}

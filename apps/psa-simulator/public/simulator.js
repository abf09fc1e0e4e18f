import { byId, element, localTime } from './elements.js';
import { showTicket } from './ticket-panel.js';

const pageSize = 50;
const view = { page: 1, search: '', open: null, known: null, overview: null };

async function get(path) {
  const response = await fetch(`simulator/${path}`);
  if (!response.ok) {
    throw new Error(`HTTP ${response.status}`);
  }
  return response.json();
}

/** A person on the list of a provider. */
function suppressionItem({ provider, entry, receivedAt, deliveries }) {
  const times = deliveries > 1 ? `, delivered ${deliveries} times` : '';
  return element(
    'li',
    {},
    element('span', { class: 'badge status' }, provider),
    `${entry.email ?? ''}, ticket ${entry.ticket_id ?? 'unknown'}`,
    element('div', { class: 'quiet' }, `${entry.reason ?? 'No reason'}, ${localTime(receivedAt)}${times}`),
  );
}

function showOverview(overview) {
  view.overview = overview;
  const { tickets, clients, users, opportunities, requests } = overview.counts;
  byId('counts').textContent =
    `${tickets} tickets, ${clients} clients, ${users} users, ${opportunities} opportunities, ${requests} requests`;
  const { limit, window_seconds: seconds, used, violations } = overview.rate;
  byId('rate').textContent =
    limit === 0
      ? 'No rate limit'
      : `${used} of ${limit} requests in the last ${seconds} s, ${violations} refused with 429`;
  byId('notify-url').textContent = overview.notifications.url ?? 'Off: no receiver is configured.';
  byId('notifications').replaceChildren(
    ...overview.notifications.recent.map((notification) =>
      element(
        'li',
        {},
        element(
          'span',
          {
            class: notification.state === 'delivered' ? 'good' : notification.state === 'failed' ? 'bad' : '',
          },
          notification.state,
        ),
        ` ${notification.result}, ticket ${notification.ticketIds.join(', ')}, attempt ${notification.attempts}`,
        element('div', { class: 'quiet' }, localTime(notification.createdAt)),
      ),
    ),
  );
  byId('suppressions').replaceChildren(
    ...(overview.suppression_lists.recent.length === 0
      ? [element('li', { class: 'quiet' }, 'No entry yet. They appear here as soon as a provider is told.')]
      : overview.suppression_lists.recent.map(suppressionItem)),
  );
  byId('faults').replaceChildren(
    ...(overview.faults.length === 0
      ? [element('li', { class: 'quiet' }, 'None. Switch them on with POST /simulator/faults.')]
      : overview.faults.map((fault) =>
          element('li', {}, `${JSON.stringify(fault.rule)}: struck ${fault.fired} of ${fault.matched}`),
        )),
  );
}

function showTickets({ total, tickets }) {
  const fresh = (id) => view.known !== null && !view.known.has(id);
  byId('ticket-list').replaceChildren(
    ...tickets.map((ticket) => {
      const button = element(
        'button',
        { type: 'button', class: fresh(ticket.id) ? 'fresh' : '' },
        element('strong', {}, ticket.summary),
        element('div', { class: 'quiet' }, `#${ticket.id} ${ticket.email}`),
        element('span', { class: 'badge status' }, ticket.status),
        element('span', { class: 'badge' }, ticket.type),
        element('span', { class: 'badge' }, ticket.source || 'no source'),
      );
      button.setAttribute('aria-current', String(ticket.id === view.open));
      button.addEventListener('click', () => {
        location.hash = String(ticket.id);
      });
      return element('li', {}, button);
    }),
  );
  view.known = new Set([...(view.known ?? []), ...tickets.map((ticket) => ticket.id)]);
  byId('empty').hidden = total > 0;
  const pages = Math.max(1, Math.ceil(total / pageSize));
  byId('page-label').textContent = `Page ${view.page} of ${pages}`;
  byId('newer').disabled = view.page === 1;
  byId('older').disabled = view.page >= pages;
}

async function save(changes) {
  const response = await fetch(`simulator/tickets/${view.open}/agent-changes`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(changes),
  });
  const body = await response.json();
  if (!response.ok) {
    return body.error ?? `HTTP ${response.status}`;
  }
  showTicket(body, view.overview, save, true);
  return null;
}

let running = false;
let again = false;

/** Reads everything that is shown again; what changes meanwhile is read once more afterwards. */
async function refresh() {
  if (running) {
    again = true;
    return;
  }
  running = true;
  try {
    showOverview(await get('overview'));
    showTickets(await get(`tickets?page=${view.page}&search=${encodeURIComponent(view.search)}`));
    if (view.open !== null) {
      showTicket(await get(`tickets/${view.open}`), view.overview, save);
    }
    byId('connection').hidden = true;
  } catch {
    byId('connection').hidden = false;
  } finally {
    running = false;
  }
  if (again) {
    again = false;
    await refresh();
  }
}

function turn(pages) {
  view.page += pages;
  void refresh();
}

function openFromAddress() {
  const id = Number(location.hash.slice(1));
  view.open = Number.isInteger(id) && id > 0 ? id : null;
  void refresh();
}

byId('newer').addEventListener('click', () => turn(-1));
byId('older').addEventListener('click', () => turn(1));
byId('search-form').addEventListener('submit', (event) => event.preventDefault());
byId('search').addEventListener('input', (event) => {
  view.search = event.target.value;
  view.page = 1;
  void refresh();
});
addEventListener('hashchange', openFromAddress);

const events = new EventSource('simulator/events');
events.addEventListener('changed', () => void refresh());
events.addEventListener('error', () => {
  byId('connection').hidden = false;
});
// The window of the rate limit moves without a change in the PSA.
setInterval(() => void refresh(), 5000);
openFromAddress();

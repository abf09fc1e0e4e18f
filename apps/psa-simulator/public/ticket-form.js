import { element } from './elements.js';

/** One input of the form, by kind of custom field. */
function fieldInput(field) {
  const value = field.value === null ? '' : String(field.value);
  if (field.type === 'boolean') {
    return element('input', { type: 'checkbox', checked: field.value === true });
  }
  if (field.type === 'integer') {
    return element('input', { type: 'number', step: '1', value });
  }
  if (field.type === 'text') {
    return element('textarea', { value, rows: 1 });
  }
  const options = element('datalist', { id: `options-${field.id}` });
  options.append(...field.options.map((option) => element('option', { value: option })));
  const input = element('input', { type: 'text', value });
  input.setAttribute('list', options.id);
  return element('span', {}, input, options);
}

function control(node) {
  return node.matches('input, textarea, select') ? node : node.querySelector('input');
}

function select(options, chosen) {
  return element(
    'select',
    {},
    ...options.map(({ id, name }) =>
      element('option', { value: String(id), selected: id === chosen }, `${name} (${id})`),
    ),
  );
}

function read(input) {
  if (input.type === 'checkbox') {
    return input.checked;
  }
  if (input.type === 'number') {
    return input.value === '' ? null : Number(input.value);
  }
  return input.value === '' ? null : input.value;
}

/**
 * The form on which a person acts as an agent: status, type, notes and custom fields. Only what was touched is sent.
 * `save(changes)` returns a promise of an error text or null, and shows the saved ticket in a form of its own;
 * `message` is what the form says at first.
 */
export function ticketForm(ticket, overview, save, message) {
  const inputs = [];
  const labelled = (name, node, put) => {
    const input = control(node);
    const initial = read(input);
    const changed = () => read(input) !== initial;
    input.addEventListener('input', () => input.classList.toggle('changed', changed()));
    inputs.push({ changed, put: (changes) => put(changes, read(input)) });
    return element('label', {}, element('span', {}, name), node);
  };

  const fields = [
    labelled('Status', select(overview.statuses, ticket.status_id), (changes, value) => {
      changes.status_id = Number(value);
    }),
    labelled('Ticket type', select(overview.ticket_types, ticket.tickettype_id), (changes, value) => {
      changes.tickettype_id = Number(value);
    }),
    labelled('Notes', element('textarea', { value: ticket.notes, rows: 1 }), (changes, value) => {
      changes.notes = value ?? '';
    }),
    ...ticket.customfields.map((field) =>
      labelled(`CF_${field.id} ${field.name}`, fieldInput(field), (changes, value) => {
        changes.customfields = [...(changes.customfields ?? []), { id: field.id, value }];
      }),
    ),
  ];

  const people = overview.agents.filter((agent) => agent.id !== overview.integration_agent_id);
  const agent = select(people, people[0]?.id);
  const result = element('span', { role: 'status', class: 'good' }, message);
  const form = element(
    'form',
    {},
    element('div', { class: 'fields' }, ...fields),
    element(
      'div',
      { class: 'actor' },
      element('label', {}, 'Act as ', agent),
      element('button', { type: 'submit', class: 'main' }, 'Save as agent'),
      result,
    ),
  );
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const changes = {};
    for (const input of inputs.filter((each) => each.changed())) {
      input.put(changes);
    }
    if (Object.keys(changes).length === 0) {
      result.textContent = 'Nothing has changed.';
      return;
    }
    const error = await save({ ...changes, agent_id: Number(agent.value) });
    result.textContent = error ?? '';
    result.className = 'bad';
  });
  return { form, isTouched: () => inputs.some((input) => input.changed()) };
}

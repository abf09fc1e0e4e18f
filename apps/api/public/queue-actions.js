/*
 * What an admin may do on the queue dashboard. The dashboard's own buttons are switched off, as it would offer many that nobody may use;
 * this bar follows its address and offers what fits the job, or the list, that is shown.
 */
const base = '/admin/queues';
const tickMilliseconds = 500;
const ticksOfALook = 6;

const ofJob = {
  failed: [
    ['Retry', 'retry'],
    ['Remove', 'clean'],
  ],
  delayed: [
    ['Promote', 'promote'],
    ['Remove', 'clean'],
  ],
  waiting: [['Remove', 'clean']],
  prioritized: [['Remove', 'clean']],
  completed: [['Remove', 'clean']],
};

const ofList = {
  failed: [
    ['Retry all failed', 'retry/failed'],
    ['Remove all failed', 'clean/failed'],
  ],
  delayed: [
    ['Promote all delayed', 'promote'],
    ['Remove all delayed', 'clean/delayed'],
  ],
  completed: [['Remove all completed', 'clean/completed']],
};

const bar = document.createElement('aside');
bar.id = 'queue-actions';
const told = document.createElement('span');
told.setAttribute('role', 'status');
let shown = '';

/** What is looked at: a job with its state as it is now, or the list of a status. */
async function lookedAt() {
  const [, queue, job] = /^\/admin\/queues\/queue\/([^/]+)(?:\/([^/]+))?$/.exec(location.pathname) ?? [];
  if (queue === undefined) {
    return { path: base, actions: [] };
  }
  const path = `${base}/api/queues/${queue}`;
  if (job === undefined) {
    return { path, actions: ofList[new URLSearchParams(location.search).get('status')] ?? [] };
  }
  const response = await fetch(`${path}/${job}`);
  const { status } = response.ok ? await response.json() : {};
  return { path: `${path}/${job}`, actions: ofJob[status] ?? [] };
}

async function act(path, label, action) {
  if (action.startsWith('clean') && !window.confirm(`${label}?`)) {
    return;
  }
  const response = await fetch(`${path}/${action}`, { method: 'PUT' });
  told.textContent = response.ok ? `${label}: done.` : `${label}: the API responds with ${response.status}.`;
  await show();
}

async function show() {
  const { path, actions } = await lookedAt();
  const now = `${path} ${actions.map(([label]) => label).join()}`;
  if (now === shown) {
    return;
  }
  shown = now;
  bar.replaceChildren(
    ...actions.map(([label, action]) => {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = label;
      button.addEventListener('click', () => void act(path, label, action));
      return button;
    }),
    told,
  );
}

let ticks = 0;
let address = '';
setInterval(() => {
  ticks += 1;
  const moved = address !== location.href;
  if (moved) {
    address = location.href;
    told.textContent = '';
  }
  if (!document.hidden && (moved || ticks % ticksOfALook === 0)) {
    show().catch(() => {
      told.textContent = 'The API is not responding.';
    });
  }
}, tickMilliseconds);
document.body.append(bar);

import { signOut } from './api.js';

const overview = document.getElementById('overview');
const stale = document.getElementById('stale');
const refreshMilliseconds = 5000;

function writeTimes() {
  for (const element of overview.querySelectorAll('time')) {
    const at = new Date(element.dateTime);
    if (!Number.isNaN(at.getTime())) {
      const today = at.toDateString() === new Date().toDateString();
      element.title = element.dateTime;
      element.textContent = today ? at.toLocaleTimeString() : at.toLocaleString();
    }
  }
}

function tellStale(reason) {
  stale.textContent = `${reason} What you see is old.`;
  stale.hidden = false;
}

async function refresh() {
  try {
    const answer = await fetch('/admin/overview', { signal: AbortSignal.timeout(10000) });
    if (answer.status === 401 || answer.status === 403) {
      // The server knows whether the sign-in or the second factor is needed.
      location.assign('/admin');
      return;
    }
    if (answer.ok) {
      overview.innerHTML = await answer.text();
      writeTimes();
      stale.hidden = true;
    } else {
      tellStale(`The API answers ${answer.status}.`);
    }
  } catch {
    tellStale('The API is not responding.');
  }
}

async function refreshWhileSeen() {
  if (!document.hidden) {
    await refresh();
  }
  setTimeout(refreshWhileSeen, refreshMilliseconds);
}

document.getElementById('sign-out').addEventListener('click', () => void signOut());
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) {
    void refresh();
  }
});
writeTimes();
setTimeout(refreshWhileSeen, refreshMilliseconds);

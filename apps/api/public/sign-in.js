const form = document.getElementById('sign-in');
const problem = document.getElementById('problem');
const code = document.getElementById('code');

/** Back to where the person came from, and nowhere but our own pages. */
function destination() {
  const wanted = new URLSearchParams(location.search).get('to') ?? '';
  return /^\/admin(\/[\w/-]*)?$/.test(wanted) ? wanted : '/admin';
}

function tell(text) {
  problem.textContent = text;
  problem.hidden = false;
}

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  problem.hidden = true;
  const entries = [...new FormData(form)].filter(([name, value]) => name !== 'code' || value !== '');
  const button = form.querySelector('button');
  button.disabled = true;
  try {
    const answer = await fetch('/api/v1/auth/login', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(Object.fromEntries(entries)),
    });
    if (answer.ok) {
      location.assign(destination());
      return;
    }
    const { error } = await answer.json();
    if (error.details?.mfa_required === true) {
      code.hidden = false;
      code.querySelector('input').focus();
    }
    tell(error.message);
  } catch {
    tell('The API does not answer.');
  } finally {
    button.disabled = false;
  }
});

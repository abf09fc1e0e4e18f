import { askForCode, post } from './api.js';
import { destination } from './destination.js';

const form = document.getElementById('sign-in');
const problem = document.getElementById('problem');
const code = document.getElementById('code');
const another = document.getElementById('another');

function tell(text) {
  problem.textContent = text;
  problem.hidden = false;
}

function showCode(factor) {
  code.hidden = false;
  another.hidden = factor.method === 'totp';
  code.querySelector('input').focus();
}

async function signIn() {
  problem.hidden = true;
  const entries = [...new FormData(form)].filter(([name, value]) => name !== 'code' || value !== '');
  const button = form.querySelector('[type=submit]');
  button.disabled = true;
  try {
    const { ok, body } = await post('/auth/login', Object.fromEntries(entries));
    if (ok) {
      location.assign(destination());
    } else if (body.details?.mfa_required === true) {
      tell(askForCode(body.details));
      showCode(body.details);
    } else {
      tell(body.message);
    }
  } catch {
    tell('The API is not responding.');
  } finally {
    button.disabled = false;
  }
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  void signIn();
});
another.addEventListener('click', () => {
  code.querySelector('input').value = '';
  void signIn();
});

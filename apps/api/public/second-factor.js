import encodeQR from './qr.js';
import { askForCode, post, signOut } from './api.js';
import { destination } from './destination.js';

const byId = (id) => document.getElementById(id);
const choose = byId('choose');
const confirm = byId('confirm');
const phone = byId('phone');
const currentCode = byId('current-code');
const currentPassword = byId('current-password');

function showOnly(shown) {
  for (const part of [choose, confirm, byId('recovery')]) {
    part.hidden = part !== shown;
  }
  // What they say is over once the factor is in force.
  byId('standing').hidden = shown === byId('recovery');
  byId('later').hidden = shown === byId('recovery');
}

/** Runs one step of a form, and tells in it what went wrong. */
async function step(form, work) {
  const problem = form.querySelector('[role=alert]');
  const button = form.querySelector('[type=submit]');
  problem.hidden = true;
  button.disabled = true;
  try {
    const trouble = await work();
    problem.textContent = trouble ?? '';
    problem.hidden = trouble === null;
  } catch {
    problem.textContent = 'The API is not responding.';
    problem.hidden = false;
  } finally {
    button.disabled = false;
  }
}

function chosenMethod() {
  return new FormData(choose).get('method');
}

function showPhone() {
  const wanted = chosenMethod() === 'sms';
  phone.hidden = !wanted;
  phone.querySelector('input').required = wanted;
}

async function enrol() {
  const fields = Object.fromEntries([...new FormData(choose)].filter(([, value]) => value !== ''));
  const method = chosenMethod();
  if (method !== 'sms') {
    delete fields.phone;
  }
  const { ok, body } = await post('/auth/mfa/enroll', fields);
  if (ok) {
    showOffer(body);
    return null;
  }
  if (body.details?.mfa_required === true) {
    currentCode.hidden = false;
    currentCode.querySelector('input').focus();
    return `Two-factor authentication is on. ${askForCode(body.details)}`;
  }
  if (body.details?.password_required === true) {
    currentPassword.hidden = false;
    const field = currentPassword.querySelector('input');
    // Until it is asked for, what a browser filled in by itself is not sent.
    field.disabled = false;
    field.focus();
    return 'You signed in a while ago. Type your password to continue.';
  }
  return body.message;
}

function showOffer({ secret, otpauth_url: address, sent_to: sentTo }) {
  const isApp = address !== undefined;
  byId('app').hidden = !isApp;
  byId('sent').hidden = isApp;
  if (isApp) {
    byId('qr').innerHTML = encodeQR(address, 'svg');
    byId('secret').textContent = secret.replace(/(.{4})(?=.)/g, '$1 ');
    byId('otpauth').href = address;
  } else {
    byId('sent').textContent = `A code was sent to ${sentTo}. It is valid for ten minutes.`;
  }
  confirm.reset();
  showOnly(confirm);
  confirm.querySelector('input').focus();
}

async function verify() {
  const { ok, body } = await post('/auth/mfa/verify', Object.fromEntries(new FormData(confirm)));
  if (!ok) {
    return body.message;
  }
  byId('codes').replaceChildren(
    ...(body.recovery_codes ?? []).map((code) => {
      const item = document.createElement('li');
      item.textContent = code;
      return item;
    }),
  );
  showOnly(byId('recovery'));
  return null;
}

choose.addEventListener('change', showPhone);
choose.addEventListener('submit', (event) => {
  event.preventDefault();
  void step(choose, enrol);
});
confirm.addEventListener('submit', (event) => {
  event.preventDefault();
  void step(confirm, verify);
});
byId('again').addEventListener('click', () => {
  showOnly(choose);
});
byId('copy').addEventListener('click', async () => {
  await navigator.clipboard.writeText([...byId('codes').children].map((item) => item.textContent).join('\n'));
  byId('copy').textContent = 'Copied';
});
byId('copy').hidden = navigator.clipboard === undefined;
byId('go-on').addEventListener('click', () => {
  location.assign(destination());
});
byId('later').querySelector('a').href = destination();
byId('sign-out').addEventListener('click', () => void signOut());
showPhone();

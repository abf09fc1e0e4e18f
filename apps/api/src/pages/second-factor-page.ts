import { passwordLength, type SecondFactorMethod } from '@leadbridge/contracts';
import type { UserRecord } from '@leadbridge/usecases';

import { html, type Html } from './html.js';
import { page } from './page.js';
import { siteNavigation } from './site-navigation.js';
import { secondFactorTime } from './second-factor-time.js';

const names: Readonly<Record<SecondFactorMethod, string>> = {
  totp: 'An authenticator app',
  email: 'Codes by email',
  sms: 'Codes by sms',
};

/**
 * Where a person sets up a second factor, or another one; `second-factor.js` does it over the API.
 *
 * @param methods those that this service can offer
 * @param restricted whether nothing else is open before it is done
 */
export function secondFactorPage(parts: {
  readonly user: UserRecord;
  readonly methods: readonly SecondFactorMethod[];
  readonly restricted: boolean;
  readonly now: number;
}): string {
  const { user, methods, restricted, now } = parts;
  return page({
    title: 'Two-factor authentication',
    script: 'second-factor.js',
    content: html`<main class="narrow">
      <h1><span class="brand">Leadbridge</span> two-factor authentication</h1>
      <p id="standing">${standing(user, restricted, now)}</p>
      ${methodForm(methods)} ${confirmForm()} ${recoveryCodes()} ${restricted ? null : siteNavigation(null)}
      <p class="aside">
        <span id="later" ${restricted ? html`class="gone"` : null}><a href="/admin">Not now</a> · </span
        ><button id="sign-out" type="button">Sign out</button>
      </p>
      <noscript><p>Two-factor authentication needs JavaScript to be set up.</p></noscript>
    </main>`,
  });
}

function standing(user: UserRecord, restricted: boolean, now: number): string {
  if (user.secondFactor !== null) {
    return `${user.email} signs in with ${names[user.secondFactor].toLowerCase()}. A new method replaces it.`;
  }
  if (restricted) {
    return `The role ${user.role} requires two-factor authentication, and the time to set it up is over. Set it up to continue.`;
  }
  const time = secondFactorTime(user, now);
  return time === null
    ? 'Two-factor authentication protects your account if your password is stolen.'
    : `The role ${user.role} requires two-factor authentication. There ${time} left to set it up.`;
}

function methodForm(methods: readonly SecondFactorMethod[]): Html {
  const choices = methods.map(
    (method, index) =>
      html`<label class="choice"
        ><input type="radio" name="method" value="${method}" ${index === 0 ? html`checked` : null} />
        ${names[method]}</label
      >`,
  );
  return html`<form id="choose">
    ${choices}
    <label id="phone" hidden
      >Phone number, in international format
      <input
        name="phone"
        type="tel"
        autocomplete="tel"
        placeholder="+15551234567"
        pattern="\\+[1-9][0-9]{6,14}"
    /></label>
    <label id="current-code" hidden>Two-factor code <input name="code" autocomplete="one-time-code" /></label>
    <label id="current-password" hidden
      >Your password
      <input
        name="current_password"
        type="password"
        autocomplete="current-password"
        maxlength="${passwordLength.maximum}"
        required
        disabled
    /></label>
    <p class="problem" role="alert" hidden></p>
    <button type="submit">Continue</button>
  </form>`;
}

function confirmForm(): Html {
  return html`<form id="confirm" hidden>
    <div id="app">
      <p>Scan this with the app:</p>
      <div id="qr" role="img" aria-label="The secret as a QR code"></div>
      <p>or type it there: <code id="secret"></code></p>
      <p><a id="otpauth">Open it in an app on this device</a></p>
    </div>
    <p id="sent" hidden></p>
    <label
      >Code <input name="code" autocomplete="one-time-code" inputmode="numeric" maxlength="40" required
    /></label>
    <p class="problem" role="alert" hidden></p>
    <button type="submit">Confirm</button>
    <button type="button" id="again" class="quiet">Choose again</button>
  </form>`;
}

function recoveryCodes(): Html {
  return html`<section id="recovery" class="card" hidden>
    <h2>Two-factor authentication is on</h2>
    <p>
      Keep these recovery codes where you can find them without your device. Each can be used once instead of
      a code.
      <strong>They are not shown again.</strong>
    </p>
    <ol id="codes"></ol>
    <p>
      <button type="button" id="copy">Copy</button>
      <button type="button" id="go-on">I have saved them</button>
    </p>
  </section>`;
}

import { html } from './html.js';
import { page } from './page.js';

/** The form; `sign-in.js` sends it to `POST /api/v1/auth/login`, whose answer sets the cookie. */
export function signInPage(): string {
  return page({
    title: 'Sign in',
    script: 'sign-in.js',
    content: html`<main class="narrow">
      <h1><span class="brand">Leadbridge</span> operations</h1>
      <form id="sign-in" method="post" action="/admin/sign-in">
        <label>Email <input name="email" type="email" autocomplete="username" required autofocus /></label>
        <label
          >Password <input name="password" type="password" autocomplete="current-password" required
        /></label>
        <label id="code" hidden
          >Two-factor code <input name="code" autocomplete="one-time-code" inputmode="text"
        /></label>
        <p id="problem" class="problem" role="alert" hidden></p>
        <button type="submit">Sign in</button>
        <button type="button" id="another" class="quiet" hidden>Send another code</button>
      </form>
      <noscript><p>The sign-in needs JavaScript.</p></noscript>
    </main>`,
  });
}

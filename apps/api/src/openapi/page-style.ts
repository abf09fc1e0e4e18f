/** The whole style of the page; its policy allows exactly this text. */
export const pageStyle = `
:root { color-scheme: light dark; --line: #8885; --soft: #8881; --text: light-dark(#1b1f24, #e6e8eb); }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 64rem; padding: 1.5rem 1rem 4rem; color: var(--text);
  background: light-dark(#fff, #1a1b1e); font: 14px/1.55 'Inter', system-ui, sans-serif; }
h1 { margin: 0; } h2 { margin: 2.5rem 0 .25rem; border-bottom: 1px solid var(--line); }
code, pre { font: 13px/1.5 ui-monospace, monospace; }
pre { overflow: auto; padding: .75rem; background: var(--soft); border-radius: 6px; }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1rem; margin: 1rem 0; }
a { color: light-dark(#1f5fbf, #86b0ea); }
details { border: 1px solid var(--line); border-radius: 6px; margin: .5rem 0; }
details > summary { cursor: pointer; padding: .5rem .75rem; overflow-wrap: anywhere; }
details > div { padding: 0 .75rem .75rem; }
details details { border-style: dashed; }
.method { display: inline-block; min-width: 4.2rem; font-weight: 700; }
.hint { opacity: .75; }
table { border-collapse: collapse; width: 100%; } td, th { text-align: left; vertical-align: top; padding: .3rem .6rem .3rem 0;
  border-bottom: 1px solid var(--line); }
`;

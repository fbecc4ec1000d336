/*
 * Looks of the page under /_site. It stands outside the site's design system on purpose: the page must
 * read well when a broken release of the host is what one has come to look at.
 */
export const sitePageStyle = `
:root {
  color-scheme: light dark;
  --surface: light-dark(oklch(0.965 0.018 85), oklch(0.215 0.035 268));
  --raised: light-dark(oklch(0.993 0.006 85), oklch(0.265 0.04 268));
  --text: light-dark(oklch(0.26 0.045 266), oklch(0.955 0.014 85));
  --quiet: light-dark(oklch(0.45 0.035 266), oklch(0.79 0.022 85));
  --line: light-dark(oklch(0.87 0.03 82), oklch(0.355 0.04 268));
  --action: light-dark(oklch(0.45 0.105 156), oklch(0.8 0.15 154));
  --tomato: light-dark(oklch(0.635 0.2 32), oklch(0.6 0.18 30));
  --butter: light-dark(oklch(0.8 0.15 84), oklch(0.85 0.125 85));
}
* { box-sizing: border-box; }
body {
  margin: 0;
  background: var(--surface);
  color: var(--text);
  font: 1rem/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', Arial, sans-serif;
}
.awning {
  height: 1.5rem;
  background: repeating-linear-gradient(90deg, var(--tomato) 0 2rem, var(--raised) 2rem 4rem);
  border-block-end: 0.25rem solid var(--line);
}
header, main { max-width: 72rem; margin-inline: auto; padding-inline: clamp(1rem, 4vw, 2.5rem); }
header { padding-block: 2.5rem 0.5rem; }
h1 { margin: 0; font-size: clamp(2rem, 1.5rem + 2vw, 3rem); line-height: 1.1; letter-spacing: -0.02em; }
header p { margin: 0.75rem 0 0; color: var(--quiet); max-width: 62ch; }
h2 { margin: 0 0 0.75rem; font-size: 1.375rem; letter-spacing: -0.01em; }
section { margin-block: 2rem; }
dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr)); gap: 1rem; margin: 1.5rem 0 0; }
dl div { padding: 0.875rem 1rem; background: var(--raised); border: 1px solid var(--line); border-radius: 0.5rem; }
dt { color: var(--quiet); }
dd { margin: 0; font-size: 1.125rem; font-weight: 600; overflow-wrap: anywhere; }
.scroll { overflow-x: auto; background: var(--raised); border: 1px solid var(--line); border-radius: 0.5rem; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 0.625rem 1rem; text-align: start; vertical-align: top; white-space: nowrap; }
td.wrap { white-space: normal; min-width: 18rem; overflow-wrap: anywhere; }
thead th { color: var(--quiet); font-weight: 600; }
tbody tr { border-block-start: 1px solid var(--line); }
.number { text-align: end; font-variant-numeric: tabular-nums; }
code { font: 0.9375em ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
.bar { display: block; width: 12rem; height: 0.75rem; margin-block-start: 0.375rem; }
.script { fill: var(--action); }
.style { fill: var(--tomato); }
.other { fill: var(--butter); }
.quiet { color: var(--quiet); }
.notice { padding: 0.875rem 1rem; border: 2px solid var(--tomato); border-radius: 0.5rem; }
.legend { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; margin: 0.75rem 0 0; padding: 0; list-style: none; color: var(--quiet); }
.legend svg { width: 0.75rem; height: 0.75rem; margin-inline-end: 0.375rem; }
a { color: var(--action); text-underline-offset: 0.2em; }
:focus-visible { outline: 3px solid var(--action); outline-offset: 2px; }
@media (forced-colors: active) {
  .script { fill: Highlight; }
  .style { fill: LinkText; }
  .other { fill: GrayText; }
}
@media print { .awning { display: none; } .scroll { overflow: visible; } }
`;

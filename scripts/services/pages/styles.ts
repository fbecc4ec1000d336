import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** The site's own tokens, so that these pages change with it; comments are not for visitors. */
const tokens = readFileSync(
  createRequire(import.meta.url).resolve('@shopwright/shared/styles/tokens.css'),
  'utf8',
).replace(/\/\*[\s\S]*?\*\//g, '');

// Both pages must ask for a view transition: from the site's pages alone the browser would begin one
// and then report an error.
const rules = `
*,::before,::after{box-sizing:border-box}
*{margin:0}
html{-webkit-text-size-adjust:none;text-size-adjust:none}
body{min-height:100svh;display:grid;grid-template-rows:auto 1fr auto;background:var(--surface);color:var(--text);font:400 var(--step-0)/1.55 var(--font-text);overflow-wrap:anywhere}
h1{font:700 var(--step-3)/1.05 var(--font-heading);letter-spacing:-.025em;text-wrap:balance}
p{max-width:var(--measure);text-wrap:pretty}
a{color:inherit;text-underline-offset:.2em}
a:hover{text-decoration-thickness:.16em}
:focus-visible{outline:3px solid var(--focus);outline-offset:3px}
::selection{background:var(--butter);color:var(--ink)}
.brand{display:inline-flex;align-items:center;gap:var(--space-2);min-height:2.75rem;font:700 var(--step-1)/1 var(--font-heading);text-decoration:none}
.brand svg{width:2rem}
header,footer{padding:var(--space-4) var(--gutter)}
footer{color:var(--text-quiet);font-size:var(--step--1)}
main{display:grid;place-items:center;padding:var(--space-4) var(--gutter) var(--space-12)}
.stand{width:100%;max-width:28rem}
.stand.wide{max-width:40rem}
.stand.full{max-width:72rem}
.awning{display:block;width:calc(100% + 2rem);margin-inline:-1rem;position:relative;filter:drop-shadow(0 3px 2px oklch(0 0 0/.18))}
.counter{display:grid;gap:var(--space-6);margin-top:-1.25rem;padding:calc(var(--space-12) + .25rem) clamp(1.25rem,5vw,2.5rem) clamp(1.5rem,5vw,2.5rem);border-radius:0 0 var(--radius-l) var(--radius-l);background:var(--surface-raised);box-shadow:var(--lift)}
h1+.lead{margin-top:var(--space-2)}
.lead{color:var(--text-quiet)}
form{display:grid;gap:var(--space-4)}
.field{display:grid;gap:var(--space-1)}
label{justify-self:start;font-weight:600}
input{width:100%;min-height:2.875rem;padding:var(--space-2) var(--space-3);border:2px solid var(--line-strong);border-radius:var(--radius-s);background:var(--surface-raised);color:inherit;font:inherit}
input:hover{border-color:var(--text)}
input:focus-visible{border-color:var(--focus);outline-offset:-1px}
input[aria-invalid]{border-color:var(--danger-text)}
.problem{padding:var(--space-3) var(--space-4);border-inline-start:.3rem solid var(--danger-text);border-radius:var(--radius-s);background:var(--danger-surface);color:var(--danger-text);font-weight:600}
.action{display:inline-flex;align-items:center;justify-content:center;min-height:2.875rem;padding:var(--space-2) var(--space-6);border:2px solid transparent;border-radius:var(--radius-s);background:var(--action);color:var(--on-action);font:650 var(--step-0)/1.2 var(--font-text);text-decoration:none;cursor:pointer;transition:background-color var(--quick) var(--ease-out),transform var(--quick) var(--ease-out)}
.action:hover{background:var(--action-hover)}
.action:active{transform:translateY(2px)}
.action.second{border-color:var(--line-strong);background:none;color:inherit}
.action.second:hover{border-color:var(--text)}
.row{display:flex;flex-wrap:wrap;gap:var(--space-3)}
.shelf{display:block;width:100%;border-bottom:.5rem solid var(--wood);border-radius:2px}
.tomato{fill:var(--tomato)}.paper{fill:var(--paper)}.butter{fill:var(--butter)}.green{fill:var(--market-green)}.wood{fill:var(--wood)}.wood-dark{fill:var(--wood-dark)}.ink{fill:var(--ink)}
h2{margin-bottom:var(--space-2);font:700 var(--step-1)/1.2 var(--font-heading)}
.counter>*{min-width:0}
.facts{display:flex;flex-wrap:wrap;gap:var(--space-4) var(--space-8)}
.facts dt,.quiet,thead{color:var(--text-quiet)}
.scroll{overflow-x:auto}
table{width:100%;border-collapse:collapse;overflow-wrap:break-word}
th,td{padding:var(--space-2) var(--space-4) var(--space-2) 0;text-align:start;vertical-align:top}
tbody tr{border-top:1px solid var(--line)}
tbody th,time,code{white-space:nowrap}
.cause{display:block;min-width:14rem;overflow-wrap:anywhere}
.dashes{fill:none;stroke:var(--line-strong);stroke-width:2;stroke-dasharray:6 6}
@media (prefers-reduced-motion:no-preference){@view-transition{navigation:auto}}
@media (prefers-reduced-motion:reduce){*{transition:none!important}}
@media (forced-colors:active){:focus-visible{outline-color:Highlight}.action{border-color:ButtonText}}
`;

/** The one style sheet of these pages, inlined into each. */
export const styles = tokens.replace(/\s+/g, ' ') + rules.replaceAll('\n', '');

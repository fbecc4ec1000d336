/** The overlay's own style: text, since the policy of the page lets no style sheet in that it does not list. */
export const overlayStyle = `
  :host { all: initial; }
  .badge, .list, .frame { font: 600 13px/1.4 system-ui, sans-serif; }
  .badge {
    position: fixed; inset: auto auto 12px 12px; z-index: 2147483647; min-height: 44px;
    padding: 0 16px; border: 0; border-radius: 22px; color: #fff; background: #1c1b3a; cursor: pointer;
  }
  .badge:focus-visible { outline: 3px solid #f5b800; outline-offset: 2px; }
  .list {
    position: fixed; inset: auto auto 64px 12px; z-index: 2147483647; margin: 0; padding: 12px;
    max-width: min(30rem, calc(100vw - 48px)); max-height: 50vh; overflow: auto; list-style: none;
    border-radius: 12px; color: #fff; background: #1c1b3aeb; pointer-events: none;
  }
  .list li { padding: 4px 0 4px 12px; border-left: 4px solid var(--state); }
  .list li + li { margin-top: 6px; }
  small { display: block; font-weight: 400; overflow-wrap: anywhere; }
  .frame {
    position: fixed; box-sizing: border-box; padding: 2px 6px; z-index: 2147483646;
    border: 2px dashed var(--state); color: #1c1b3a; pointer-events: none; text-shadow: 0 0 4px #fff;
  }
  .static { --state: #f5b800; }
  .hydrated { --state: #2fa56b; }
  .failed { --state: #d8412f; }
  [hidden] { display: none; }
`;

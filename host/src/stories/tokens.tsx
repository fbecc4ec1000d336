import type { StoryGroup } from 'shared/stories/story';
import styles from './stories.module.css';

/** Custom properties of the root, by what their value looks like. */
function rootProperties(matches: (value: string) => boolean): string[] {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  return rules.flatMap((rule) =>
    rule instanceof CSSStyleRule && rule.selectorText === ':root'
      ? [...rule.style].filter(
          (name) => name.startsWith('--') && matches(rule.style.getPropertyValue(name)),
        )
      : [],
  );
}

function Colours() {
  return (
    <ul className={styles.swatches}>
      {[...new Set(rootProperties((value) => value.includes('light-dark(')))].map((name) => (
        <li key={name}>
          <span className={styles.swatch} style={{ background: `var(${name})` }} />
          {name}
        </li>
      ))}
    </ul>
  );
}

const steps = ['--step-4', '--step-3', '--step-2', '--step-1', '--step-0', '--step--1'];

function Type() {
  return steps.map((step) => (
    <p key={step} style={{ fontSize: `var(${step})`, fontFamily: 'var(--font-heading)' }}>
      Open your shop today. <small>{step}</small>
    </p>
  ));
}

/** The design tokens, read from the page's own styles. */
export const tokens: StoryGroup = {
  title: 'Tokens',
  stories: { Colours: <Colours />, Type: <Type /> },
};

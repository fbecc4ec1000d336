import { analyse } from 'scslre';

/**
 * Why an expression may take a time that grows faster than its input, or null. An expression that begins with a fixed
 * text and goes on for any length is not found (`<b[^>]*>`, read from each `<b`): give it a limit.
 * @param {string} source
 * @param {string} flags
 */
export function slownessOf(source, flags) {
  const [found] = analyse({ source, flags }, { maxReports: 1 }).reports;
  if (!found) return null;
  const growth = found.exponential ? 'exponential' : 'quadratic';
  const at = [...new Set([found.quant ?? found.startQuant, found.endQuant].filter(Boolean))];
  return `The time of ${at.map(({ raw }) => raw).join(' and ')} is ${growth}; say what may not stand there, or how much, or read it in a loop.`;
}

/** A rule of the linter: whoever writes the input of an expression must not decide how long it takes. */
export default {
  meta: { name: 'expressions' },
  rules: {
    linear: {
      create: (context) => ({
        Literal(node) {
          const message = node.regex && slownessOf(node.regex.pattern, node.regex.flags);
          if (message) context.report({ node, message });
        },
      }),
    },
  },
};

import { analyse } from 'scslre';

/**
 * The reason why an expression may take time that grows faster than its input, or null. This does not find one that
 * begins with a fixed text and goes on for any length, such as `<b[^>]*>`: give that a limit.
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

/** A rule of the linter against expressions that a long input makes slow. */
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
